//! Mounts the page. On the host there is no page to mount.

fn main() {
    #[cfg(target_arch = "wasm32")]
    locus_app::mount();

    #[cfg(not(target_arch = "wasm32"))]
    eprintln!("Locus runs in a browser: scripts/serve.sh builds it and prints the address.");
}
