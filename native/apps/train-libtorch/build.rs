//! Adds libtorch's folder to the rpath of the binary and the tests.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=LIBTORCH");
    if std::env::var_os("CARGO_FEATURE_TCH").is_some()
        && let Ok(folder) = std::env::var("LIBTORCH")
    {
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}/lib");
    }
}
