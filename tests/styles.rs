//! A style sheet of one panel says nothing of another panel that happens to use the same word for a class.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Sheets of what all panels have in common.
const COMMON: [&str; 9] = [
    "base.css",
    "controls.css",
    "panels.css",
    "pictures.css",
    "print.css",
    "rail.css",
    "shell.css",
    "tokens-strip.css",
    "tokens.css",
];

/// Classes that are one thing wherever they stand: panels share them on purpose.
const SHARED: [&str; 14] = [
    "arithmetic",
    "config",
    "dot",
    "eq",
    "lab-grid",
    "map",
    "maps",
    "model",
    "plain",
    "ramp",
    "stack",
    "strip",
    "variants",
    "word-map",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
}

/// Classes that a sheet styles wherever they stand: selectors that are a class and no more.
fn bare(css: &str) -> BTreeSet<String> {
    let is_name = |text: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    let selectors = css.split(['{', '}', ',', ';', '/']).map(str::trim);
    selectors
        .filter_map(|selector| selector.strip_prefix('.'))
        .map(|class| class.split([':', '[']).next().unwrap_or_default())
        .filter(|class| is_name(class))
        .map(str::to_owned)
        .collect()
}

/// The folders of views that use each class: a panel, or what stands around the panels.
fn users() -> BTreeMap<String, BTreeSet<String>> {
    let app = root().join("src/app");
    let mut found = Vec::new();
    files(&app, "rs", &mut found);
    let mut users: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in found {
        let place = file.strip_prefix(&app).unwrap().with_extension("");
        let names: Vec<_> = place.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        let user =
            names.iter().take(if names[0] == "panel" { 2 } else { 1 }).cloned().collect::<Vec<_>>().join("/");
        let text = std::fs::read_to_string(&file).unwrap();
        let lists = text.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let named = text.split("class:").skip(1).filter_map(|rest| rest.split('=').next());
        for class in lists.flat_map(str::split_whitespace).chain(named) {
            users.entry(class.to_owned()).or_default().insert(user.clone());
        }
    }
    users
}

#[test]
fn a_class_of_one_panel_is_not_used_by_another() {
    let users = users();
    let mut sheets = Vec::new();
    files(&root().join("style"), "css", &mut sheets);
    let mut clashes = Vec::new();
    for sheet in sheets {
        let name = sheet.file_name().unwrap().to_string_lossy().into_owned();
        if COMMON.contains(&name.as_str()) {
            continue;
        }
        for class in bare(&std::fs::read_to_string(&sheet).unwrap()) {
            let used = users.get(&class).map_or(0, BTreeSet::len);
            if used > 1 && !SHARED.contains(&class.as_str()) {
                clashes.push(format!("{name}: .{class} is used in {:?}", users[&class]));
            }
        }
    }
    assert!(clashes.is_empty(), "name the element or the panel in these selectors:\n{}", clashes.join("\n"));
}

#[test]
fn bare_classes_are_found() {
    let css = "/* x */ .a { x: y } .b .c, i.d { } @media (x) { .e:hover { } } .f > .g { }";
    let found: Vec<_> = bare(css).into_iter().collect();
    assert_eq!(found, ["a", "e"]);
}
