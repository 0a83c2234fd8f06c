//! Keeps the daemons of Gradle that a recorded build starts apart from those of other builds.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "others.rs")]
mod system;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use super::place;

/// Names the folder in which Gradle registers its daemons.
const REGISTRY: &str = "-Dorg.gradle.daemon.registry.base=";
/// Lets a daemon end by itself where nobody ends it. Units of the property: ms.
const IDLE: &str = "-Dorg.gradle.daemon.idletimeout=10000";

/// The daemons of one run, which register in a folder of the run's own: with `--daemon`, Gradle would give the build
/// to a daemon that an earlier build left and that has no agent, and later builds to one that has it.
///
/// They end when this is dropped; on other systems than Linux, when they have been idle for a while.
#[derive(Debug)]
pub struct GradleDaemons {
    /// `None` where no folder could be made: then the build shares its daemons with others.
    registry: Option<PathBuf>,
}

impl GradleDaemons {
    /// Makes the folder, under a path that scripts of build tools do not split.
    pub fn of_run() -> Self {
        let temporary = place::temporary();
        let mut plain = temporary.iter().filter(|folder| place::is_plain(folder));
        Self { registry: plain.find_map(|folder| place::fresh(folder).ok()) }
    }

    /// Options for the JVM of Gradle's command line.
    pub fn options(&self) -> Vec<OsString> {
        let Some(registry) = &self.registry else { return Vec::new() };
        let mut option = OsString::from(REGISTRY);
        option.push(registry);
        vec![option, IDLE.into()]
    }
}

impl Drop for GradleDaemons {
    fn drop(&mut self) {
        if let Some(registry) = &self.registry {
            system::end(registry);
            // Ignore failures: the build is over.
            #[cfg_attr(
                not(test),
                expect(clippy::disallowed_methods, reason = "a temporary folder that this run made")
            )]
            let _ = fs::remove_dir_all(registry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_has_a_folder_of_its_own_that_goes_away() {
        let (one, other) = (GradleDaemons::of_run(), GradleDaemons::of_run());
        assert_ne!(one.options(), other.options());
        let folder = one.registry.clone().expect("a folder");
        assert!(folder.is_dir());
        assert_eq!(one.options()[0], format!("{REGISTRY}{}", folder.display()).as_str());
        drop(one);
        assert!(!folder.exists());
    }
}
