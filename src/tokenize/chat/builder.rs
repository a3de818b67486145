//! Puts a rendered conversation together part by part.

use super::{Part, PartKind, Rendered};

impl Rendered {
    pub(super) fn control(mut self, text: &str) -> Self {
        self.push(text, PartKind::Control);
        self
    }

    pub(super) fn frame(mut self, text: &str) -> Self {
        self.push(text, PartKind::Frame);
        self
    }

    pub(super) fn content(mut self, message: usize, text: &str) -> Self {
        self.push(text, PartKind::Content(message));
        self
    }

    fn push(&mut self, text: &str, kind: PartKind) {
        let start = self.text.len();
        self.text.push_str(text);
        match self.parts.last_mut() {
            Some(last) if last.kind == kind && kind != PartKind::Control => last.span.end = self.text.len(),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part { span: start..self.text.len(), kind }),
        }
    }
}
