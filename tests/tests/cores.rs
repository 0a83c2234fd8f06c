//! Checks the files of the cores for all platforms (`make cores`).
//!
//! `FAULTLINE_CORES` names the required ones, `all` for all; missing ones that are not required are skipped with a message.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use faultline_tests::cores::{Core, GLIBC, PLATFORMS, Platform, Segments};
use object::BinaryFormat;

/// The page size of RHEL on aarch64, 64 KiB; a library with a smaller alignment does not load there.
const LARGEST_PAGE: u64 = 0x1_0000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The cores that were built.
fn cores() -> Vec<(Platform, Core)> {
    let folder =
        std::env::var_os("FAULTLINE_DIST").map_or_else(|| root().join("dist"), PathBuf::from).join("cores");
    let wanted = std::env::var("FAULTLINE_CORES").unwrap_or_default();
    let must =
        |platform: &Platform| wanted == "all" || wanted.split_whitespace().any(|name| name == platform.name);
    for name in wanted.split_whitespace().filter(|&name| name != "all") {
        assert!(
            PLATFORMS.iter().any(|platform| platform.name == name),
            "FAULTLINE_CORES: there is no platform {name}"
        );
    }
    let mut found = Vec::new();
    for platform in PLATFORMS {
        let path = platform.path(&folder);
        match fs::read(&path) {
            Ok(bytes) => {
                let core = Core::of(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((platform, core));
            }
            Err(error) if must(&platform) => panic!("{}: {error}; make cores", path.display()),
            Err(_) => println!("not checked: there is no core for {} (make cores)", platform.name),
        }
    }
    found
}

/// The cores of some platforms.
fn cores_of(of: impl Fn(&Platform) -> bool) -> Vec<(Platform, Core)> {
    cores().into_iter().filter(|(platform, _)| of(platform)).collect()
}

fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// The JNI function names of the bridge's native methods.
fn native_methods() -> BTreeSet<String> {
    let path = root().join("java-agent/agent/src/main/java/io/faultline/bridge/Core.java");
    let source = fs::read_to_string(path).expect("the bridge's source");
    let declared = source.lines().filter(|line| line.trim_start().starts_with("public static native "));
    let names = declared.filter_map(|line| line.split_once('(')?.0.rsplit(' ').next());
    names.map(|name| format!("Java_io_faultline_bridge_Core_{name}")).collect()
}

#[test]
fn a_core_is_a_library_for_its_platform() {
    for (platform, core) in cores() {
        assert!(core.is_library, "{}", platform.name);
        assert_eq!(
            (core.format, core.architecture),
            (platform.format, platform.architecture),
            "{}",
            platform.name
        );
    }
}

#[test]
fn every_core_has_the_functions_that_the_bridge_declares_and_no_other() {
    let mut wanted = native_methods();
    assert!(wanted.len() > 30, "{wanted:?}");
    wanted.insert("Agent_OnLoad".to_owned());
    for (platform, core) in cores() {
        assert_eq!(core.jvm_exports(), wanted, "{}", platform.name);
    }
}

#[test]
fn a_core_for_glibc_loads_with_2_17() {
    for (platform, core) in cores_of(Platform::is_glibc) {
        let newest = core.newest_glibc();
        assert!(newest.is_some_and(|newest| newest <= GLIBC), "{} needs glibc {newest:?}", platform.name);
        let known = set(&[
            "libc.so.6",
            "libpthread.so.0",
            "libdl.so.2",
            "ld-linux-x86-64.so.2",
            "ld-linux-aarch64.so.1",
        ]);
        assert!(core.libraries.is_subset(&known), "{}: {:?}", platform.name, core.libraries);
        assert!(core.libraries.contains("libc.so.6"), "{}: {:?}", platform.name, core.libraries);
    }
}

#[test]
fn a_core_for_musl_needs_musl_alone() {
    for (platform, core) in cores_of(Platform::is_musl) {
        assert_eq!(core.versions, set(&[]), "{}: musl has no versions of symbols", platform.name);
        assert_eq!(core.libraries, set(&["libc.so"]), "{}", platform.name);
    }
}

#[test]
fn a_core_for_linux_has_no_executable_stack_and_loads_with_large_pages() {
    for (platform, core) in cores_of(|platform| platform.format == BinaryFormat::Elf) {
        let Some(Segments { executable_stack, alignment }) = core.segments else {
            panic!("{}", platform.name)
        };
        assert!(!executable_stack, "{}", platform.name);
        let least = if platform.name.contains("aarch64") { LARGEST_PAGE } else { 0x1000 };
        assert!(alignment >= least, "{}: parts are aligned to {alignment:#x}", platform.name);
    }
}

#[test]
fn a_core_for_macos_needs_the_system_library_alone_and_is_signed() {
    for (platform, core) in cores_of(|platform| platform.format == BinaryFormat::MachO) {
        core.assert_for_macos(&platform);
    }
}

#[test]
fn a_core_for_windows_needs_libraries_of_windows_alone() {
    for (platform, core) in cores_of(|platform| platform.format == BinaryFormat::Pe) {
        let foreign = core.foreign_to_windows();
        assert!(foreign.is_empty() && !core.libraries.is_empty(), "{}: {foreign:?}", platform.name);
    }
}
