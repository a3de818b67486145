//! Where a lesson is: among those that ship, or at an address on the page's own host.

/// The lessons that ship, in the order of the course: each is `public/lessons/{name}.json`.
pub const SHIPPED: &[&str] =
    &["tokens", "images", "sound", "matrix", "order", "absolute", "rotary", "choosing"];

/// What the state's `lesson` names.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// No lesson.
    None,
    /// One of [`SHIPPED`], or another file of that folder.
    Shipped(String),
    /// An address relative to the page, or to its host's root.
    Relative(String),
    /// A file that the reader opened.
    Own,
    /// An address on another host, or nonsense.
    Foreign,
}

/// What `lesson` stands for.
pub fn source(lesson: &str) -> Source {
    let is_name = lesson.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    match lesson {
        "" => Source::None,
        "own" => Source::Own,
        name if is_name => Source::Shipped(name.into()),
        // `//host` and `/\host` name another host
        path if !path.contains('\\')
            && !path.starts_with("//")
            && (path.starts_with('/') || path.starts_with("./") || path.starts_with("../")) =>
        {
            Source::Relative(path.into())
        }
        _ => Source::Foreign,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_and_relative_addresses_are_taken() {
        assert_eq!(source(""), Source::None);
        assert_eq!(source("tokens"), Source::Shipped("tokens".into()));
        assert_eq!(source("./my.json"), Source::Relative("./my.json".into()));
        assert_eq!(source("/a/my.json"), Source::Relative("/a/my.json".into()));
        for foreign in [
            "//evil.example/x.json",
            "https://evil.example/x.json",
            "/\\evil.example",
            "javascript:alert(1)",
            "data:,x",
            "a b",
        ] {
            assert_eq!(source(foreign), Source::Foreign, "{foreign}");
        }
    }
}
