//! `release/licences`, which jars contain, lists exactly the crates in the current lock file.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_licences_in_jars_are_those_of_the_crates_in_the_lock_file() {
    let release = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../release");
    let fresh = tempfile::tempdir().expect("a folder");
    let made = Command::new(release.join("licences.sh"))
        .arg(fresh.path())
        .env("FAULTLINE_RELEASE", env!("CARGO_BIN_EXE_faultline-release"))
        .output()
        .expect("the script runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    for name in ["core.txt", "program.txt"] {
        let kept = fs::read(release.join("licences").join(name)).expect("a kept file");
        let now = fs::read(fresh.path().join(name)).expect("a file");
        assert!(kept == now, "release/licences/{name} is not what Cargo.lock says: run release/licences.sh");
    }
}
