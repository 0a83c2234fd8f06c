//! `faultline-train`: trains RLFDC by libtorch and writes a model file in the common format.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "tch")]
mod command;

#[cfg(feature = "tch")]
fn main() -> std::process::ExitCode {
    command::main()
}

#[cfg(not(feature = "tch"))]
fn main() -> std::process::ExitCode {
    eprintln!(
        "faultline-train: built without libtorch, so it trains nothing; `LIBTORCH=FOLDER cargo build --locked --release \
         -p faultline-train-libtorch --features tch` builds it with libtorch from a folder, which native/apps/train-libtorch/README.md says \
         how to get"
    );
    std::process::ExitCode::FAILURE
}
