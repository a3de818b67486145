//! What splits the page's module works on relocations, which the linker must leave in.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let splits = std::env::var_os("CARGO_FEATURE_SPLIT").is_some();
    let wasm = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    if splits && wasm {
        println!("cargo::rustc-link-arg-bin=locus=--emit-relocs");
    }
}
