//! The rule that makes the house livable: data flows one way.
//!
//! The `pub mod` lines of `src/lib.rs` are the order. A file may name only modules that stand before its own,
//! and only the WebGPU backend may name a browser or a GPU. The page is a crate of its own (`src/app`), which the
//! compiler keeps out of everything else. The sources are read as text, comments
//! and strings left out, so that a line behind `#[cfg]` counts too.

use std::path::{Path, PathBuf};

/// Crates that only a browser can run, by the beginning of their name (`wasm_bindgen_futures` counts).
const BROWSER: &[&str] = &["web_sys", "js_sys", "leptos", "wasm_bindgen", "wgpu"];

/// A dev-dependency, which the product cannot name: unit tests that also run in the browser may.
const TEST_RUNNER: &str = "wasm_bindgen_test";

/// Where they may be named.
const BROWSER_ALLOWED: &[&str] = &["compute", "gpu"];

/// The folder of `src` that is a crate of its own.
const PAGE: &str = "app";

/// The module that everyone may use.
const COMMON: &str = "matrix";

#[test]
fn modules_use_only_what_stands_before_them() {
    let order = order(&read(&source().join("lib.rs")));
    assert!(order.len() > 5 && order[0] == COMMON, "{order:?}");
    let files = rust_files(&source());
    assert!(files.len() > 20, "only {} files found", files.len());
    let mut wrong = Vec::new();
    for file in files {
        let path = module_path(&file);
        match path.first().map(String::as_str) {
            None => continue, // lib.rs lists the modules
            Some(PAGE) => continue,
            Some(top) if !order.iter().any(|module| module == top) => {
                wrong.push(format!("{}: lib.rs does not list {top}", file.display()));
            }
            Some(_) => wrong.extend(violations(&file.display().to_string(), &path, &read(&file), &order)),
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rust_files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let mut rust: Vec<_> =
        files.into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs")).collect();
    rust.extend(folders.iter().flat_map(|folder| rust_files(folder)));
    rust.sort();
    rust
}

/// src/position/rope.rs → [position, rope]; src/position/mod.rs → [position]; src/lib.rs → [].
fn module_path(file: &Path) -> Vec<String> {
    let inside = file.strip_prefix(source()).unwrap().with_extension("");
    let mut path: Vec<String> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if path.last().is_some_and(|last| last == "mod" || last == "lib") {
        path.pop();
    }
    path
}

/// The names after `pub mod`, in order.
fn order(lib: &str) -> Vec<String> {
    let name = |line: &str| Some(line.trim().strip_prefix("pub mod ")?.strip_suffix(';')?.to_owned());
    lib.lines().filter_map(name).collect()
}

/// What file `name`, which is module `path`, must not say; each with file and line.
fn violations(name: &str, path: &[String], text: &str, order: &[String]) -> Vec<String> {
    let rank = |module: &str| order.iter().position(|other| other == module);
    let own = &path[0];
    let tokens = tokens(text);
    let mut wrong = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        for used in modules_named(&tokens, at, path.len()) {
            let allowed = used.text == *own
                || used.text == COMMON
                || rank(&used.text).is_none() // an item of the crate root, not a module
                || rank(&used.text) < rank(own);
            if !allowed {
                wrong.push(format!("{name}:{}: {own} uses {}, which stands after it", used.line, used.text));
            }
        }
        let is_browser =
            token.text != TEST_RUNNER && BROWSER.iter().any(|prefix| token.text.starts_with(prefix));
        let may = path.iter().take(BROWSER_ALLOWED.len()).eq(BROWSER_ALLOWED);
        if is_browser && !may {
            wrong.push(format!(
                "{name}:{}: {own} names {}, which only a browser can run",
                token.line, token.text
            ));
        }
    }
    wrong
}

/// An identifier or a single character, and its line from 1.
#[derive(Debug, PartialEq)]
struct Token {
    text: String,
    line: usize,
}

/// If a path to the crate root begins at token `at` (`crate::…`, `locus::…`, or enough `super::`), the top-level
/// modules it names: one, or those of a group `crate::{a::b, c}`. `depth` is the number of modules the file is in.
fn modules_named(tokens: &[Token], at: usize, depth: usize) -> Vec<&Token> {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text.as_str());
    let continues = |at: usize| text(at) == ":" && text(at + 1) == ":";
    if at >= 2 && text(at - 1) == ":" && text(at - 2) == ":" {
        return Vec::new(); // the middle of a path
    }
    let mut next = match text(at) {
        "crate" | "locus" if continues(at + 1) => at + 3,
        "super" => {
            let supers =
                (0..).take_while(|i| text(at + 3 * i) == "super" && continues(at + 3 * i + 1)).count();
            if supers < depth {
                return Vec::new();
            }
            at + 3 * supers
        }
        _ => return Vec::new(),
    };
    if text(next) != "{" {
        return tokens.get(next).into_iter().collect();
    }
    let (mut level, mut named) = (0, Vec::new());
    while let Some(token) = tokens.get(next) {
        match token.text.as_str() {
            "{" => level += 1,
            "}" => level -= 1,
            _ if level == 1 && ["{", ","].contains(&text(next - 1)) => named.push(token),
            _ => {}
        }
        if level == 0 {
            break;
        }
        next += 1;
    }
    named
}

/// The code of `text` without comments, strings and white space.
fn tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut at, mut line, mut out) = (0, 1, Vec::<Token>::new());
    while at < chars.len() {
        let rest = &chars[at..];
        let length = match rest {
            ['/', '/', ..] => rest.iter().take_while(|&&c| c != '\n').count(),
            ['/', '*', ..] => block_comment(rest),
            ['"', ..] => string(rest),
            ['r', '"', ..] | ['r', '#', '"', ..] | ['r', '#', '#', '"', ..] => raw_string(rest),
            ['\'', '"', '\'', ..] => 3, // the character '"'
            ['\'', '\\', _, '\'', ..] => 4,
            [c, ..] if is_word(*c) => rest.iter().take_while(|&&c| is_word(c)).count(),
            _ => 1,
        };
        let piece = &rest[..length];
        if is_word(piece[0]) && !piece.contains(&'"') || length == 1 && !piece[0].is_whitespace() {
            out.push(Token { text: piece.iter().collect(), line });
        }
        line += piece.iter().filter(|&&c| c == '\n').count();
        at += length;
    }
    out
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Characters of a block comment, nested ones included.
fn block_comment(rest: &[char]) -> usize {
    let (mut level, mut at) = (0, 0);
    loop {
        match &rest[at..] {
            ['/', '*', ..] => (level, at) = (level + 1, at + 2),
            ['*', '/', ..] => (level, at) = (level - 1, at + 2),
            [] => return rest.len(),
            _ => at += 1,
        }
        if level == 0 {
            return at;
        }
    }
}

/// Characters of a string literal with escapes.
fn string(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

/// Characters of `r"…"`, `r#"…"#`, `r##"…"##`.
fn raw_string(rest: &[char]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&c| c == '#').count();
    let closes = |at: usize| {
        rest[at] == '"' && rest[at + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes
    };
    (hashes + 2..rest.len()).find(|&at| closes(at)).map_or(rest.len(), |at| at + 1 + hashes)
}

mod the_rule_itself {
    use super::*;

    fn found(path: &[&str], text: &str) -> Vec<String> {
        let order: Vec<String> = ["matrix", "embed", "position", "compute", "app"].map(String::from).into();
        violations("f.rs", &path.iter().map(|part| part.to_string()).collect::<Vec<_>>(), text, &order)
    }

    #[test]
    fn reads_the_order_from_lib() {
        assert_eq!(order("//! pub mod no;\npub mod a;\n\n/// doc\npub mod b;\nmod c;\n"), ["a", "b"]);
    }

    #[test]
    fn allows_what_stands_before() {
        assert!(
            found(&["position"], "use crate::embed::random;\nuse crate::matrix::Matrix;\nuse super::rope;")
                .is_empty()
        );
        assert!(
            found(&["embed"], "// use crate::app;\n/* crate::app /* */ wgpu */ let a = \"crate::app wgpu\";")
                .is_empty()
        );
        assert!(
            found(&["embed"], "let q = '\"'; let a = r#\"crate::app \" wgpu\"#; let b = \"\\\"crate::app\";")
                .is_empty()
        );
        assert!(found(&["compute", "gpu", "pipelines"], "use wgpu::Device;").is_empty());
        assert!(found(&["position", "scaling", "yarn"], "use super::super::Params;").is_empty());
    }

    #[test]
    fn names_file_and_line_of_what_does_not() {
        assert_eq!(
            found(&["position"], "\nuse crate::compute::cpu;"),
            ["f.rs:2: position uses compute, which stands after it"]
        );
        assert_eq!(
            found(
                &["embed"],
                "use crate::{\n    matrix::Matrix,\n    position::{rope, alibi},\n    app,\n};"
            )
            .len(),
            2
        );
        assert_eq!(found(&["embed"], "fn f() { let x = super::position::by_id(\"\"); }").len(), 1);
        assert_eq!(found(&["embed", "table"], "use super::super::app::state;").len(), 1);
        assert_eq!(found(&["embed"], "use super::{app, matrix};").len(), 1);
        assert_eq!(
            found(&["embed"], "/* a\nb */ fn f() { locus::app::mount() }"),
            ["f.rs:2: embed uses app, which stands after it"]
        );
    }

    #[test]
    fn keeps_the_browser_out() {
        assert_eq!(found(&["position"], "use web_sys::Window;").len(), 1);
        assert_eq!(found(&["compute", "cpu"], "use wgpu::Device;").len(), 1);
        assert_eq!(
            found(&["compute"], "#[cfg(target_arch = \"wasm32\")]\nuse wasm_bindgen_futures::spawn_local;")
                .len(),
            1
        );
    }
}
