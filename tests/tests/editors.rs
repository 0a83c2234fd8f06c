//! `faultline lsp` with editors that others wrote, without a window, on a Maven project that they record.

use std::path::Path;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};

/// The project, in a folder of its own.
fn shop(copy: &str) -> Fixture {
    Fixture::copy_as("editors/shop", env!("CARGO_TARGET_TMPDIR"), copy)
}

/// Whether an editor is there; if not, says so on standard error.
fn is_there(editor: &str, package: &str) -> bool {
    let is_there = Command::new(editor).arg("--version").output().is_ok();
    if !is_there {
        eprintln!(
            "skipped: no {editor} on this machine (Debian's package {package}; tests/set-up all installs the editors)"
        );
    }
    is_there
}

/// Runs an editor in the project. It prints `ok` last, or what was wrong.
fn expect_ok(editor: &mut Command, fixture: &Fixture) {
    // Editors read settings and write histories where these variables say.
    let home = fixture
        .folder
        .with_file_name(format!("{}-home", fixture.folder.file_name().expect("a name").display()));
    std::fs::create_dir_all(&home).expect("a folder can be made");
    for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        editor.env(variable, &home);
    }
    let program = Dist::find().executable();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = program.parent().map(Path::to_owned).into_iter().chain(std::env::split_paths(&path));
    editor.env("PATH", std::env::join_paths(folders).expect("folders"));
    editor.env("PAGE", Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/editors.md"));
    editor.env("FAULTLINE", program).env_remove("CI");
    let done = maven(editor, &fixture.folder);
    assert!(done.code == Some(0) && done.stdout.ends_with("ok\n"), "{}\n{}", done.stdout, done.stderr);
}

fn script(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("editors").join(name).display().to_string()
}

#[test]
fn neovim_shows_suspects_of_a_build_that_it_records_and_tries_a_mutant() {
    if !is_there("nvim", "neovim") {
        return;
    }
    let fixture = shop("editors-neovim");
    let mut editor = Command::new("nvim");
    editor.args(["--headless", "--clean", "-n", "-c", &format!("luafile {}", script("neovim.lua"))]);
    expect_ok(&mut editor, &fixture);
}

#[test]
fn emacs_with_eglot_shows_suspects_of_a_build_that_it_records() {
    if !is_there("emacs", "emacs-nox") {
        return;
    }
    let eglot = ["-q", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"];
    if !Command::new("emacs").args(eglot).output().is_ok_and(|done| done.status.success()) {
        eprintln!(
            "skipped: Emacs has no Eglot (Debian's package elpa-eglot; from Emacs 29 on it is built in)"
        );
        return;
    }
    let fixture = shop("editors-emacs");
    let mut editor = Command::new("emacs");
    editor.args(["-q", "--batch", "-l", &script("emacs.el")]);
    expect_ok(&mut editor, &fixture);
}

#[test]
fn the_extension_for_vs_code_is_type_checked_and_tested_with_a_stand_in_for_the_editor() {
    if !is_there("npm", "npm") {
        return;
    }
    let fixture = Fixture::copy_as("../editors/vscode", env!("CARGO_TARGET_TMPDIR"), "editors-vscode");
    for arguments in [&["ci", "--ignore-scripts", "--no-audit", "--no-fund"][..], &["test"]] {
        let done = run(Command::new("npm").args(arguments), &fixture.folder);
        assert!(done.code == Some(0), "npm {}: {}\n{}", arguments.join(" "), done.stdout, done.stderr);
    }
}
