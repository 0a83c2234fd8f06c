//! Checks the files of a release's programs: system, processor, and dependencies.
//!
//! `FAULTLINE_PROGRAMS` has a folder for each platform, as filled by `make release`; without it nothing is checked, with a message.

use std::fs;
use std::path::PathBuf;

use faultline_tests::cores::{Core, GLIBC, PLATFORMS, Platform};
use object::BinaryFormat;

fn programs() -> Vec<(Platform, Core)> {
    let Some(folder) = std::env::var_os("FAULTLINE_PROGRAMS").map(PathBuf::from) else {
        println!("not checked: FAULTLINE_PROGRAMS names no folder with programs");
        return Vec::new();
    };
    let mut found = Vec::new();
    for platform in PLATFORMS {
        let name = if platform.format == BinaryFormat::Pe { "faultline.exe" } else { "faultline" };
        let path = folder.join(platform.name).join(name);
        if let Ok(bytes) = fs::read(&path) {
            let program = Core::of(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.push((platform, program));
        }
    }
    assert!(!found.is_empty(), "{} has no programs", folder.display());
    found
}

#[test]
fn a_program_is_for_its_platform() {
    for (platform, program) in programs() {
        assert_eq!(
            (program.format, program.architecture),
            (platform.format, platform.architecture),
            "{}",
            platform.name
        );
    }
}

#[test]
fn a_program_for_linux_runs_with_glibc_2_17_or_needs_no_library() {
    for (platform, program) in programs() {
        if platform.is_glibc() {
            let newest = program.newest_glibc();
            assert!(newest.is_some_and(|newest| newest <= GLIBC), "{} needs glibc {newest:?}", platform.name);
        } else if platform.is_musl() {
            assert!(program.libraries.is_empty(), "{}: {:?}", platform.name, program.libraries);
        }
    }
}

#[test]
fn a_program_for_macos_needs_the_systems_library_alone_and_is_signed() {
    for (platform, program) in
        programs().into_iter().filter(|(platform, _)| platform.format == BinaryFormat::MachO)
    {
        program.assert_for_macos(&platform);
    }
}

#[test]
fn a_program_for_windows_needs_libraries_of_windows_alone() {
    for (platform, program) in
        programs().into_iter().filter(|(platform, _)| platform.format == BinaryFormat::Pe)
    {
        let foreign = program.foreign_to_windows();
        assert!(foreign.is_empty() && !program.libraries.is_empty(), "{}: {foreign:?}", platform.name);
    }
}
