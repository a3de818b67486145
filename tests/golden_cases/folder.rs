//! Where the golden files are.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// File name without `.json` → contents.
pub type Files = BTreeMap<String, Value>;

/// The committed values.
pub fn default() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The folder that `GOLDEN_DIR` names, or the default.
pub fn chosen() -> PathBuf {
    std::env::var_os("GOLDEN_DIR").filter(|dir| !dir.is_empty()).map_or_else(default, PathBuf::from)
}

/// Whether `dir` is the default folder, however it is spelled.
pub fn is_default(dir: &Path) -> bool {
    dir.canonicalize().ok() == default().canonicalize().ok()
}

/// Every `*.json` file of `dir`. A folder without any, or a file that is no JSON, ends the test.
pub fn load(dir: &Path) -> Files {
    let entries = std::fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let files: Files = paths.filter(|path| path.extension().is_some_and(|e| e == "json")).map(read).collect();
    assert!(!files.is_empty(), "no golden files in {}", dir.display());
    files
}

fn read(path: PathBuf) -> (String, Value) {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    (name, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}
