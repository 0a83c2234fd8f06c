//! Assembles an archive from the output of `make dist`, installs it into an empty folder and runs it there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const EPOCH: &str = "1764028800";
const NAME: &str = concat!("faultline-", env!("CARGO_PKG_VERSION"), "-linux-x86_64");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").canonicalize().expect("a folder")
}

fn dist() -> PathBuf {
    let dist = std::env::var_os("FAULTLINE_DIST").map_or_else(|| root().join("dist"), PathBuf::from);
    assert!(dist.join("bin/faultline").is_file(), "{} has no program: run `make dist` first", dist.display());
    dist
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn ok(command: &mut Command) -> String {
    let output = run(command);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Lays out the input of the assembly for this machine's program, as release/release.sh does.
fn parts(folder: &Path) {
    for platform in ["linux-x86_64/faultline", "windows-x86_64/faultline.exe"] {
        let program = folder.join("programs").join(platform);
        fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
        fs::copy(dist().join("bin/faultline"), program).expect("a program");
    }
    let completions = folder.join("manual/completions");
    fs::create_dir_all(&completions).expect("a folder");
    let program = dist().join("bin/faultline");
    ok(Command::new(&program).arg("manual").arg(folder.join("manual/man")));
    for (shell, name) in [
        ("bash", "faultline.bash"),
        ("zsh", "_faultline"),
        ("fish", "faultline.fish"),
        ("powershell", "faultline.ps1"),
    ] {
        let script = ok(Command::new(&program).args(["completions", shell]));
        fs::write(completions.join(name), script).expect("a script");
    }
}

fn assemble(parts: &Path, out: &Path) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_faultline-release"))
        .args(["assemble", "--epoch", EPOCH, "--workspace"])
        .arg(root())
        .arg("--dist")
        .arg(dist())
        .arg("--manual")
        .arg(parts.join("manual"))
        .arg("--programs")
        .arg(parts.join("programs"))
        .arg("--out")
        .arg(out)
        .args(["linux-x86_64=x86_64-unknown-linux-gnu", "windows-x86_64=x86_64-pc-windows-gnu"]))
}

fn install(arguments: &[&str], prefix: &Path, from: &Path) -> Output {
    run(Command::new("sh")
        .arg(root().join("release/install.sh"))
        .arg("--prefix")
        .arg(prefix)
        .args(["--platform", "linux-x86_64", "--unsigned"])
        .args(arguments)
        .arg(from))
}

#[test]
fn an_archive_is_whole_the_same_each_time_and_runs_where_it_was_installed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (parts_folder, out) = (scratch.path().join("parts"), scratch.path().join("out"));
    parts(&parts_folder);
    let made = assemble(&parts_folder, &out);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let sums = fs::read_to_string(out.join("SHA256SUMS")).expect("sums");
    assert!(assemble(&parts_folder, &out).status.success());
    assert_eq!(sums, fs::read_to_string(out.join("SHA256SUMS")).expect("sums"), "the second time");
    ok(Command::new("sha256sum").args(["--check", "--strict", "SHA256SUMS"]).current_dir(&out));

    let listed = ok(Command::new("tar").arg("-tzf").arg(out.join(format!("{NAME}.tar.gz"))));
    let held: BTreeSet<_> =
        listed.lines().filter_map(|line| line.strip_prefix(&format!("{NAME}/"))).collect();
    for name in [
        "LICENSE",
        "README.md",
        "THIRD-PARTY-LICENSES.txt",
        "bin/faultline",
        "faultline.cdx.json",
        "lib/faultline-agent.jar",
        "lib/faultline-evosuite.jar",
        "share/bash-completion/completions/faultline",
        "share/man/man1/faultline-rank.1",
    ] {
        assert!(held.contains(name), "{name} in {held:?}");
    }

    // Crates of the program, and crates only in the cores inside the jars.
    for name in ["THIRD-PARTY-LICENSES.txt", "faultline.cdx.json"] {
        let of = format!("{NAME}/{name}");
        let text = ok(Command::new("tar").arg("-xzOf").arg(out.join(format!("{NAME}.tar.gz"))).arg(of));
        for part in ["clap", "jni", "asm"] {
            assert!(text.to_lowercase().contains(part), "{part} in {name}");
        }
    }

    let prefix = scratch.path().join("a prefix");
    let said = install(&[], &prefix, &out);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let program = prefix.join("bin/faultline");
    let version = ok(Command::new(&program).arg("--version"));
    assert_eq!(
        String::from_utf8_lossy(&said.stdout).lines().next(),
        Some(format!("installed {} as {}", version.trim_end(), program.display()).as_str())
    );
    // Run through the link: the agents are found beside the program, not beside the link.
    fs::write(
        scratch.path().join("Hello.java"),
        "class Hello { public static void main(String[] a) { System.out.print(1 + 1); } }",
    )
    .expect("a source");
    let ran =
        run(Command::new(&program).args(["run", "--", "java", "Hello.java"]).current_dir(scratch.path()));
    let told = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "2", "{told}");
    assert!(!told.contains("faultline-agent.jar"), "{told}");
    assert!(
        ok(Command::new("readlink").arg(prefix.join("share/man/man1/faultline-rank.1")))
            .contains("lib/faultline/share")
    );

    // Reinstall over the existing installation, by a relative path; then uninstall.
    let again = run(Command::new("sh")
        .arg(root().join("release/install.sh"))
        .args(["--prefix", "a prefix", "--platform", "linux-x86_64", "--unsigned"])
        .arg(&out)
        .current_dir(scratch.path()));
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    ok(Command::new(&program).arg("--version"));
    assert!(
        run(Command::new("sh")
            .arg(root().join("release/install.sh"))
            .arg("--prefix")
            .arg(&prefix)
            .arg("--remove"))
        .status
        .success()
    );
    let left = ok(Command::new("find").arg(&prefix).args(["!", "-type", "d"]));
    assert_eq!(left, "", "nothing stays");
}

#[test]
fn what_was_changed_on_its_way_or_is_not_there_is_not_installed() {
    let scratch = tempfile::tempdir().expect("a folder");
    let (from, prefix) = (scratch.path().join("from"), scratch.path().join("prefix"));
    fs::create_dir(&from).expect("a folder");
    let refused = |says: &str| {
        let said = install(&[], &prefix, &from);
        let told = String::from_utf8_lossy(&said.stderr).into_owned();
        assert!(!said.status.success() && told.contains(says), "{says} in {told}");
        assert!(!prefix.join("lib/faultline").exists(), "nothing was unpacked");
    };
    refused("has no SHA256SUMS");
    let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    fs::write(from.join("SHA256SUMS"), format!("{sum}  faultline-0.1.0-macos-aarch64.tar.gz\n"))
        .expect("sums");
    refused("has no archive for linux-x86_64, only faultline-0.1.0-macos-aarch64.tar.gz");
    fs::write(from.join("SHA256SUMS"), format!("{sum}  {NAME}.tar.gz\n")).expect("sums");
    refused(&format!("has no {NAME}.tar.gz"));
    fs::write(from.join(format!("{NAME}.tar.gz")), "not it").expect("a file");
    refused("is not what SHA256SUMS says");
}

#[test]
fn a_part_that_is_missing_is_named() {
    let scratch = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(scratch.path().join("manual/man")).expect("a folder");
    let said = assemble(scratch.path(), &scratch.path().join("out"));
    let told = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(
        !said.status.success() && told.contains("manual/man is empty; `make release` fills it"),
        "{told}"
    );
}
