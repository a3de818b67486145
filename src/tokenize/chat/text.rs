//! What the templates do to content.

/// Python's `str.strip`, which Jinja's `trim` is: white space and the four separators U+001C … U+001F.
pub(super) fn strip(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c))
}

/// Reasoning and answer of an assistant's message, as Qwen3's template separates them: what stands between the last `<think>`
/// before the first `</think>` and it, and what stands behind the last `</think>`.
pub(super) fn reasoning(content: &str) -> (&str, &str) {
    let Some((before, _)) = content.split_once("</think>") else { return ("", content) };
    let answer = content.rsplit("</think>").next().unwrap_or_default().trim_start_matches('\n');
    let before = before.trim_end_matches('\n');
    let thought = before.rsplit("<think>").next().unwrap_or_default().trim_start_matches('\n');
    (thought, answer)
}
