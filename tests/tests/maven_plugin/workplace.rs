//! Where builds find the plugin: a local Maven repository of the tests' own, so that nobody's is touched.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use faultline_tests::{Dist, maven};

/// A local repository that holds the plugin under test.
pub struct Workplace {
    folder: PathBuf,
}

/// The user's own repository serves as one more remote, so that little is downloaded twice.
const SETTINGS: &str = "\
<settings>
  <profiles><profile><id>own</id>
    <repositories><repository><id>own</id><url>file://HOME/.m2/repository</url></repository></repositories>
    <pluginRepositories><pluginRepository><id>own</id><url>file://HOME/.m2/repository</url></pluginRepository></pluginRepositories>
  </profile></profiles>
  <activeProfiles><activeProfile>own</activeProfile></activeProfiles>
</settings>
";

impl Workplace {
    /// The workplace of this process, made at the first call.
    pub fn get() -> &'static Self {
        static WORKPLACE: OnceLock<Workplace> = OnceLock::new();
        WORKPLACE.get_or_init(Self::make)
    }

    /// The version of the plugin under test.
    #[allow(clippy::unused_self, reason = "asked of the plugin")]
    pub fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// A goal as it is called without any change of a pom.
    pub fn goal(&self, goal: &str) -> String {
        format!("io.faultline:faultline-maven-plugin:{}:{goal}", self.version())
    }

    /// `mvn` with that repository, the plugin's version for poms, and a cache of its own.
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
            // These builds are short: what the optimising compiler costs, they never get back.
            .env("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        command
    }

    fn make() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("maven-plugin");
        fs::create_dir_all(&folder).expect("a folder can be made");
        let home = std::env::var("HOME").unwrap_or_default();
        fs::write(folder.join("settings.xml"), SETTINGS.replace("HOME", &home))
            .expect("settings can be written");
        let repository = folder.join("repository");
        let _ = fs::remove_dir_all(repository.join("io/faultline"));
        copy(&plugin(&folder), &repository);
        Self { folder }
    }
}

/// The repository with the plugin: the distribution's, or else one that is built here.
fn plugin(folder: &Path) -> PathBuf {
    let dist = Dist::find();
    let root = dist.agent().parent().and_then(Path::parent).expect("lib lies in the distribution").to_owned();
    if root.join("maven/io/faultline/faultline-maven-plugin").is_dir() {
        return root.join("maven");
    }
    let copy_of_dist = folder.join("dist");
    for file in ["bin/faultline", "lib/faultline-agent.jar"] {
        let to = copy_of_dist.join(file);
        fs::create_dir_all(to.parent().expect("a folder above")).expect("a folder can be made");
        fs::copy(root.join(file), to).expect("a file can be copied");
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../maven/build.sh");
    let mut build = Command::new(script);
    build.arg(&copy_of_dist).arg(folder.join("build")).arg("-DskipTests");
    maven(&mut build, folder).expect_code(0);
    copy_of_dist.join("maven")
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
