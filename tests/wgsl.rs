//! Every WGSL file is valid, as the browser gets it: `common.wgsl` in front of the shader.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::path::PathBuf;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/compute/gpu/shaders")
}

/// Parses and validates one source; the error as naga prints it, with the line.
fn validate(source: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| e.emit_to_string(source))?;
    // No capability beyond what WebGPU has without extensions: no subgroup operation gets through.
    Validator::new(ValidationFlags::all(), Capabilities::empty())
        .validate(&module)
        .map(drop)
        .map_err(|e| e.emit_to_string(source))
}

#[test]
fn every_shader_is_valid() {
    let common = std::fs::read_to_string(folder().join("common.wgsl")).unwrap();
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(name.ends_with(".wgsl"), "{name} is not a shader");
        let own = std::fs::read_to_string(&path).unwrap();
        assert!(own.starts_with("// "), "{name} does not say at its top what it computes");
        let source = if name == "common.wgsl" { own } else { format!("{common}\n{own}") };
        if let Err(error) = validate(&source) {
            panic!("{name}:\n{error}");
        }
        names.push(name);
    }
    assert!(names.len() >= 7, "too few shaders found: {names:?}");
}

#[test]
fn a_wrong_shader_is_found() {
    assert!(validate("@compute @workgroup_size(64) fn main() { let x: f32 = 1u; }").is_err());
    assert!(validate("@compute @workgroup_size(64) fn main() { let x = subgroupAdd(1.0); }").is_err());
}
