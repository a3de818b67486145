//! Text of a lesson: only ever text. `**strong**` and `` `code` `` are all there is.

/// A run of text.
#[derive(Clone, Debug, PartialEq)]
pub enum Run {
    Plain(String),
    Strong(String),
    Code(String),
}

/// The paragraphs of `text`, each as its runs. A mark without its partner is a character as any other.
pub fn paragraphs(text: &str) -> Vec<Vec<Run>> {
    text.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()).map(runs).collect()
}

/// The runs of one paragraph.
pub fn runs(mut rest: &str) -> Vec<Run> {
    let mut out = Vec::new();
    let mut plain = String::new();
    while let Some(first) = rest.chars().next() {
        let found = inner(rest, "**").map(|(text, after)| (Run::Strong(text.into()), after));
        let found = found.or_else(|| inner(rest, "`").map(|(text, after)| (Run::Code(text.into()), after)));
        match found {
            Some((run, after)) => {
                if !plain.is_empty() {
                    out.push(Run::Plain(std::mem::take(&mut plain)));
                }
                out.push(run);
                rest = after;
            }
            None => {
                plain.push(first);
                rest = rest.get(first.len_utf8()..).unwrap_or_default();
            }
        }
    }
    if !plain.is_empty() {
        out.push(Run::Plain(plain));
    }
    out
}

/// What stands between two marks at the beginning of `text`, and what comes after.
fn inner<'a>(text: &'a str, mark: &str) -> Option<(&'a str, &'a str)> {
    let (inside, after) = text.strip_prefix(mark)?.split_once(mark)?;
    (!inside.is_empty()).then_some((inside, after))
}

/// Whether a text looks as if it wanted to be more than text: a tag, or an address that is a script. What stands between
/// backticks is there to be read: `<s>` is a token.
pub fn looks_executable(text: &str) -> bool {
    runs(text).iter().any(|run| matches!(run, Run::Plain(text) | Run::Strong(text) if is_executable(text)))
}

fn is_executable(text: &str) -> bool {
    let tag = |at: usize| {
        let mut after = text.get(at + 1..).unwrap_or_default().chars();
        after.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '/' || c == '!')
            && text.get(at..).is_some_and(|rest| rest.contains('>'))
    };
    text.match_indices('<').any(|(at, _)| tag(at)) || text.to_ascii_lowercase().contains("javascript:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_need_their_partner() {
        assert_eq!(
            runs("a **b** `c` *d* **e"),
            [
                Run::Plain("a ".into()),
                Run::Strong("b".into()),
                Run::Plain(" ".into()),
                Run::Code("c".into()),
                Run::Plain(" *d* **e".into()),
            ]
        );
        assert_eq!(paragraphs("一\n\n二").len(), 2);
        assert_eq!(paragraphs("\n\n"), Vec::<Vec<Run>>::new());
    }

    #[test]
    fn html_is_told_from_a_comparison() {
        assert!(looks_executable("x <img src=x onerror=alert(1)>"));
        assert!(looks_executable("see JavaScript:alert(1)"));
        assert!(!looks_executable("i < j and 3 < 4, x <y"));
        assert!(!looks_executable("the token `<s>` opens a text"));
        assert!(looks_executable("`<s>` and <s>"));
    }
}
