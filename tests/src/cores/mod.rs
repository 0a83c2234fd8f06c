//! Properties of a core's file: its platform, its dependencies, its exports.
//!
//! This is the only check of cores for platforms that cannot be run here, and of properties that no run shows, such as the oldest
//! supported version of a C library.

mod elf;
mod macho;
mod signature;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use object::read::{ImportFlags, NameOrOrdinal};
use object::{Architecture, BinaryFormat, Object, ObjectKind};

pub use elf::Segments;
pub use signature::Signature;

/// A platform with a core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Platform {
    /// Its folder's name.
    pub name: &'static str,
    /// The library's file name there.
    pub file: &'static str,
    /// The file format of its libraries.
    pub format: BinaryFormat,
    /// Its processor.
    pub architecture: Architecture,
}

/// All platforms with a core.
pub const PLATFORMS: [Platform; 7] = [
    linux("linux-x86_64", Architecture::X86_64),
    linux("linux-aarch64", Architecture::Aarch64),
    linux("linux-x86_64-musl", Architecture::X86_64),
    linux("linux-aarch64-musl", Architecture::Aarch64),
    macos("macos-x86_64", Architecture::X86_64),
    macos("macos-aarch64", Architecture::Aarch64),
    Platform {
        name: "windows-x86_64",
        file: "faultline.dll",
        format: BinaryFormat::Pe,
        architecture: Architecture::X86_64,
    },
];

const fn linux(name: &'static str, architecture: Architecture) -> Platform {
    Platform { name, file: "libfaultline.so", format: BinaryFormat::Elf, architecture }
}

const fn macos(name: &'static str, architecture: Architecture) -> Platform {
    Platform { name, file: "libfaultline.dylib", format: BinaryFormat::MachO, architecture }
}

impl Platform {
    /// Whether it is Linux with musl.
    pub fn is_musl(&self) -> bool {
        self.name.ends_with("-musl")
    }

    /// Whether it is Linux with glibc.
    pub fn is_glibc(&self) -> bool {
        self.format == BinaryFormat::Elf && !self.is_musl()
    }

    /// Path of its core below a folder of cores.
    pub fn path(&self, cores: &Path) -> PathBuf {
        cores.join(self.name).join(self.file)
    }
}

/// Properties of a library file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Core {
    /// Its form.
    pub format: BinaryFormat,
    /// The processor that it is for.
    pub architecture: Architecture,
    /// Whether it is a loadable library.
    pub is_library: bool,
    /// Names of its exported functions, in C form.
    pub exports: BTreeSet<String>,
    /// The libraries that it needs.
    pub libraries: BTreeSet<String>,
    /// Versions of symbols that it needs, such as `GLIBC_2.17`; only for ELF.
    pub versions: BTreeSet<String>,
    /// Its segments; only for ELF.
    pub segments: Option<Segments>,
    /// The oldest supported macOS.
    pub oldest_macos: Option<(u16, u8)>,
    /// Its signature; only for Mach-O.
    pub signature: Option<Signature>,
}

impl Core {
    /// Reads a file. Errors: it is not an object file, with the reason.
    pub fn of(bytes: &[u8]) -> Result<Self, object::Error> {
        let file = object::File::parse(bytes)?;
        let format = file.format();
        let mut libraries = BTreeSet::new();
        for library in file.import_libraries()? {
            libraries.insert(text(library?.name()));
        }
        let mut versions = BTreeSet::new();
        for import in file.imports()? {
            if let ImportFlags::Elf { version: Some(version), .. } = import?.flags() {
                versions.insert(text(version));
            }
        }
        let mut exports = BTreeSet::new();
        for export in file.exports()? {
            if let NameOrOrdinal::Name(name) = export?.name() {
                exports.insert(as_c(format, text(name)));
            }
        }
        Ok(Self {
            format,
            architecture: file.architecture(),
            is_library: file.kind() == ObjectKind::Dynamic,
            exports,
            libraries,
            versions,
            segments: elf::segments(&file),
            oldest_macos: macho::oldest(&file)?,
            signature: macho::signature(&file, bytes)?,
        })
    }

    /// The newest glibc that a symbol requires, as (2, 17). Panics: a version is not glibc's.
    pub fn newest_glibc(&self) -> Option<(u32, u32)> {
        let number = |version: &String| {
            let number =
                version.strip_prefix("GLIBC_").unwrap_or_else(|| panic!("a version of glibc: {version}"));
            let mut parts = number.split('.').map(|part| part.parse::<u32>().expect("a number"));
            (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
        };
        self.versions.iter().map(number).max()
    }

    /// Panics: it needs other libraries than macOS's own, a newer macOS than Rust's standard library, or lacks a required signature.
    #[track_caller]
    pub fn assert_for_macos(&self, platform: &Platform) {
        let libraries: Vec<_> = self.libraries.iter().map(String::as_str).collect();
        assert_eq!(libraries, ["/usr/lib/libSystem.B.dylib"], "{}", platform.name);
        // The requirements of Rust's standard library.
        let is_aarch64 = platform.name == "macos-aarch64";
        let oldest = if is_aarch64 { (11, 0) } else { (10, 12) };
        assert!(
            self.oldest_macos.is_some_and(|version| version <= oldest),
            "{}: {:?}",
            platform.name,
            self.oldest_macos
        );
        // Macs with Intel processors load unsigned code.
        if is_aarch64 || self.signature.is_some() {
            assert!(matches!(self.signature, Some(Signature::Valid { pages: 1.. })), "{:?}", self.signature);
        }
    }

    /// Required libraries that not every Windows has.
    pub fn foreign_to_windows(&self) -> Vec<&String> {
        let is_system = |name: &&String| {
            let name = name.to_ascii_lowercase();
            name.starts_with("api-ms-win-") || WINDOWS.contains(&name.as_str())
        };
        self.libraries.iter().filter(|name| !is_system(name)).collect()
    }

    /// The exported functions that a JVM looks up.
    pub fn jvm_exports(&self) -> BTreeSet<String> {
        let wanted = |name: &&String| name.starts_with("Java_") || name.starts_with("Agent_");
        self.exports.iter().filter(wanted).cloned().collect()
    }
}

/// The newest glibc that may be required: that of RHEL 7 and all later distributions.
pub const GLIBC: (u32, u32) = (2, 17);

/// Libraries that every Windows has.
const WINDOWS: [&str; 12] = [
    "advapi32.dll",
    "bcrypt.dll",
    "bcryptprimitives.dll",
    "combase.dll",
    "kernel32.dll",
    "msvcrt.dll",
    "ntdll.dll",
    "ole32.dll",
    "oleaut32.dll",
    "shell32.dll",
    "userenv.dll",
    "ws2_32.dll",
];

/// Removes the underscore that Mach-O prepends to C names.
fn as_c(format: BinaryFormat, name: String) -> String {
    match name.strip_prefix('_') {
        Some(bare) if format == BinaryFormat::MachO => bare.to_owned(),
        _ => name,
    }
}

fn text(name: &[u8]) -> String {
    String::from_utf8_lossy(name).into_owned()
}
