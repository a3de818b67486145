//! SentencePiece's normaliser stage by stage: the same result as [`Normalizer::normalize`], which does all in one
//! pass, with what each stage changed.

use super::normalizer::Normalizer;
use crate::tokenize::stage::{Change, Stage, StageKind};

impl Normalizer {
    /// The stages that this model has, in order. Nothing is put before a text of nothing but spaces.
    pub fn stages(&self, text: &str) -> Vec<Stage> {
        let units = self.units(text);
        let mut stages = Vec::new();
        let mut charsmap = Rewriter::default();
        units.iter().for_each(|(from, to)| charsmap.put(from, to));
        stages.push(charsmap.end(StageKind::Charsmap));
        let leading = units.iter().take_while(|(_, to)| self.remove_extra_whitespaces && *to == " ").count();
        if self.remove_extra_whitespaces {
            stages.push(joined(&units, leading));
        }
        if self.add_dummy_prefix && leading < units.len() {
            let mut prefixed = Rewriter::default();
            prefixed.put("", " ");
            stages.last().into_iter().for_each(|before| prefixed.keep(&before.text));
            stages.push(prefixed.end(StageKind::DummyPrefix));
        }
        if self.space != " " {
            let mut escaped = Rewriter::default();
            for part in stages.last().map_or("", |before| &before.text).split_inclusive(' ') {
                let word = part.strip_suffix(' ');
                escaped.keep(word.unwrap_or(part));
                word.into_iter().for_each(|_| escaped.put(" ", self.space));
            }
            stages.push(escaped.end(StageKind::EscapeSpaces));
        }
        if self.remove_extra_whitespaces {
            let before = stages.last().map_or("", |before| &before.text);
            let kept = before.trim_end_matches(self.space);
            let mut trimmed = Rewriter::default();
            trimmed.keep(kept);
            trimmed.put(before.get(kept.len()..).unwrap_or_default(), "");
            stages.push(trimmed.end(StageKind::TrimEnd));
        }
        // the map of a model without one changes nothing, whatever the text
        if self.has_no_map() {
            stages.remove(0);
        }
        stages
    }

    /// The steps of the one pass over the text: what is taken and what it becomes.
    fn units<'a>(&'a self, text: &'a str) -> Vec<(&'a str, &'a str)> {
        let (mut units, mut rest) = (Vec::new(), text);
        while let Some((length, to)) = self.prefix(rest) {
            let Some((from, after)) = rest.split_at_checked(length) else { break };
            units.push((from, to));
            rest = after;
        }
        units
    }
}

/// Units that are a space before the text go, and the spaces at the beginning of a unit behind a space.
fn joined(units: &[(&str, &str)], leading: usize) -> Stage {
    let mut out = Rewriter::default();
    let mut after_space = true;
    for (at, (_, unit)) in units.iter().enumerate() {
        let kept = match (at < leading, after_space) {
            (true, _) => "",
            (false, true) => unit.trim_start_matches(' '),
            (false, false) => unit,
        };
        let (dropped, _) = unit.split_at_checked(unit.len() - kept.len()).unwrap_or((unit, ""));
        out.put(dropped, "");
        out.keep(kept);
        if !kept.is_empty() {
            after_space = kept.ends_with(' ');
        }
    }
    out.end(StageKind::JoinSpaces)
}

/// Writes a text from the one before it and keeps where they differ.
#[derive(Default)]
struct Rewriter {
    read: usize,
    made: String,
    changes: Vec<Change>,
}

impl Rewriter {
    fn keep(&mut self, text: &str) {
        self.put(text, text);
    }

    /// The next bytes, which are `from`, become `to`.
    fn put(&mut self, from: &str, to: &str) {
        let (read, made) = (self.read, self.made.len());
        self.read += from.len();
        self.made.push_str(to);
        if from != to {
            self.changes.push(Change { from: read..self.read, to: made..self.made.len() });
        }
    }

    fn end(self, kind: StageKind) -> Stage {
        Stage { kind, text: self.made, changes: self.changes }
    }
}
