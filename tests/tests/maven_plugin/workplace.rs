//! A local Maven repository for the tests with the plugin, so that the user's is not touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use faultline_tests::{Dist, maven};

/// A local repository, with settings that name the remote ones.
pub struct Workplace {
    folder: PathBuf,
}

/// The user's repository serves as another remote, which saves downloads.
const SETTINGS: &str = "\
<settings>
  <profiles><profile><id>own</id>
    <repositories><repository><id>own</id><url>file://HOME/.m2/repository</url></repository></repositories>
    <pluginRepositories><pluginRepository><id>own</id><url>file://HOME/.m2/repository</url></pluginRepository>MORE</pluginRepositories>
  </profile></profiles>
  <activeProfiles><activeProfile>own</activeProfile></activeProfiles>
</settings>
";

impl Workplace {
    /// The workplace of this process, created on first use: its local repository has the plugin under test.
    pub fn get() -> &'static Self {
        static WORKPLACE: OnceLock<Workplace> = OnceLock::new();
        WORKPLACE.get_or_init(Self::make)
    }

    /// The version of the plugin under test.
    #[allow(clippy::unused_self, reason = "asked of the plugin")]
    pub fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// The name of a goal for calls without changing a pom.
    pub fn goal(&self, goal: &str) -> String {
        format!("io.faultline:faultline-maven-plugin:{}:{goal}", self.version())
    }

    /// `mvn` with that repository, the plugin's version for poms, and a separate cache.
    pub fn maven(&self) -> Command {
        self.in_place(Command::new("mvn"))
    }

    /// The same under `faultline run`.
    pub fn under_run(&self) -> Command {
        self.in_place(Dist::find().command(&["run", "--", "mvn"]))
    }

    fn in_place(&self, mut command: Command) -> Command {
        command
            .args(["-B", "-ntp", "-gs"])
            .arg(self.folder.join("settings.xml"))
            .arg(format!("-Dmaven.repo.local={}", self.folder.join("repository").display()))
            .arg(format!("-Dfaultline.version={}", self.version()))
            .env("XDG_CACHE_HOME", self.folder.join("cache"))
            // These builds are short, so the optimising compiler does not pay off.
            .env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        command
    }

    fn make() -> Self {
        let workplace = Self::new("maven-plugin", "");
        let repository = workplace.folder.join("repository");
        let _ = fs::remove_dir_all(repository.join("io/faultline"));
        copy(&plugin(&workplace.folder), &repository);
        workplace
    }

    /// A workplace whose builds find the plugin in a remote repository, like those of users.
    pub fn with_remote(name: &str, repository: &Path) -> Self {
        let remote = format!(
            "<pluginRepository><id>ours</id><url>file://{}</url></pluginRepository>",
            repository.display()
        );
        let workplace = Self::new(name, &remote);
        for stale in ["repository/io/faultline", "cache"] {
            let _ = fs::remove_dir_all(workplace.folder.join(stale));
        }
        workplace
    }

    fn new(name: &str, more: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder can be made");
        let home = std::env::var("HOME").unwrap_or_default();
        fs::write(folder.join("settings.xml"), SETTINGS.replace("HOME", &home).replace("MORE", more))
            .expect("settings can be written");
        Self { folder }
    }
}

/// A repository with the released form of the plugin, which contains no program.
pub fn released_plugin() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("released-plugin");
    let _ = fs::remove_dir_all(&folder);
    let (ours, dist) = (Dist::find(), folder.join("dist"));
    for part in ["bin", "lib"] {
        copy(&ours.folder().join(part), &dist.join(part));
    }
    build_plugin(&dist, &folder.join("build"), &["-Dprogram.inside=false"]);
    dist.join("maven")
}

/// Adds this machine's program to a repository, by the release script.
pub fn add_program(repository: &Path, programs: &Path) {
    let program = programs.join(format!("linux-{}", std::env::consts::ARCH)).join("faultline");
    fs::create_dir_all(program.parent().expect("a folder above")).expect("a folder can be made");
    fs::copy(Dist::find().executable(), program).expect("a file can be copied");
    let mut script = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../release/program.sh"));
    maven(script.arg(repository).arg(programs), programs).expect_code(0);
}

/// The repository with the plugin: the distribution's, otherwise one that is built here.
fn plugin(folder: &Path) -> PathBuf {
    let dist = Dist::find();
    let root = dist.folder();
    if root.join("maven/io/faultline/faultline-maven-plugin").is_dir() {
        return root.join("maven");
    }
    let copy_of_dist = folder.join("dist");
    for file in ["bin/faultline", "lib/faultline-agent.jar"] {
        let to = copy_of_dist.join(file);
        fs::create_dir_all(to.parent().expect("a folder above")).expect("a folder can be made");
        fs::copy(root.join(file), to).expect("a file can be copied");
    }
    build_plugin(&copy_of_dist, &folder.join("build"), &[]);
    copy_of_dist.join("maven")
}

/// Builds the plugin with a distribution, into its folder `maven`.
fn build_plugin(dist: &Path, build: &Path, options: &[&str]) {
    let mut script = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../maven/build.sh"));
    maven(script.arg(dist).arg(build).arg("-DskipTests").args(options), dist).expect_code(0);
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for entry in fs::read_dir(from).expect("a folder can be listed") {
        let entry = entry.expect("a folder can be listed");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("a file can be copied");
        }
    }
}
