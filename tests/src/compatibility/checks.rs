//! Checks that do not fit into a table of versions: modules, linked images, the newest class files.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Dist, run};

use super::cells::{Framework, Table};
use super::document::Outcome;
use super::jvms::Jvm;
use super::project::Project;

/// A check beside the table.
pub struct Check {
    /// Its description in the document.
    pub what: &'static str,
    /// Runs it with the table, a scratch folder and the distribution.
    pub run: fn(&Table, &str, &Dist) -> Outcome,
}

/// All of them, in the document's order.
pub const CHECKS: [Check; 5] = [
    Check { what: "a named module, on Surefire's module path", run: named_module },
    Check { what: "a named module, on the class path (`useModulePath=false`)", run: module_on_class_path },
    Check { what: "class files of release 25, on Java 25", run: newest_class_files },
    Check { what: "an image made by `jlink` with `java.instrument`", run: image_with_agents },
    Check {
        what: "an image made by `jlink` without it: the tests end as without us, one line says why",
        run: image_without_agents,
    },
];

fn framework<'a>(table: &'a Table, folder: &str) -> (&'a Framework, &'a str) {
    let found =
        table.framework.iter().rfind(|framework| framework.folder == folder && framework.release == 8);
    let framework = found.unwrap_or_else(|| panic!("cells.toml has no {folder}"));
    (framework, framework.versions.last().expect("a framework has versions"))
}

fn built(table: &Table, folder: &str, scratch: &str, arguments: &[&str]) -> Result<Project, Outcome> {
    let (framework, version) = framework(table, folder);
    Project::build_with(framework, version, scratch, arguments).map_err(Outcome::Differs)
}

fn modular(table: &Table, scratch: &str, dist: &Dist, arguments: &[&str]) -> Outcome {
    let (framework, version) = framework(table, "jupiter");
    // Compiled below, with a module declaration.
    let project = match Project::build(framework, version, scratch) {
        Ok(project) => project,
        Err(error) => return Outcome::Differs(error),
    };
    let declaration = project.folder.join("../src/main/java/module-info.java");
    fs::write(declaration, "module org.example {\n    exports org.example;\n}\n")
        .expect("a source can be written");
    let release = ["-Dmaven.compiler.release=11", "clean", "test"];
    let jvm = Jvm::in_use();
    project.check(&project.maven(&jvm, &[arguments, &release].concat()), dist)
}

fn named_module(table: &Table, scratch: &str, dist: &Dist) -> Outcome {
    modular(table, scratch, dist, &["-Dsurefire.useModulePath=true"])
}

fn module_on_class_path(table: &Table, scratch: &str, dist: &Dist) -> Outcome {
    modular(table, scratch, dist, &["-Dsurefire.useModulePath=false"])
}

fn newest_class_files(table: &Table, scratch: &str, dist: &Dist) -> Outcome {
    let Some(jdk) = Jvm::compiler(25) else {
        return Outcome::NotTried("- (no JDK 25 here)".to_owned());
    };
    let javac = format!("-Dmaven.compiler.executable={}", jdk.home().join("bin/javac").display());
    let newest = ["-Dmaven.compiler.release=25", "-Dmaven.compiler.fork=true", &javac];
    match built(table, "junit4", scratch, &newest) {
        Ok(project) => project.check(&project.plain(&jdk.java), dist),
        Err(outcome) => outcome,
    }
}

/// Links an image of these modules. Errors: `jlink` fails or is missing.
pub(crate) fn image(modules: &str, folder: &Path) -> Result<Jvm, String> {
    let jdk = Jvm::in_use();
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
    }
    let output = Command::new(jdk.home().join("bin/jlink"))
        .args(["--add-modules", modules, "--output"])
        .arg(folder)
        .output()
        .map_err(|error| format!("jlink does not start: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Jvm::at(folder).ok_or_else(|| "the image names no version".to_owned())
}

fn image_with_agents(table: &Table, scratch: &str, dist: &Dist) -> Outcome {
    let project = match built(table, "junit4", scratch, &[]) {
        Ok(project) => project,
        Err(outcome) => return outcome,
    };
    match image("java.base,java.management,java.instrument", &project.folder.join("with")) {
        Ok(jvm) => project.check(&project.plain(&jvm.java), dist),
        Err(why) => Outcome::NotTried(format!("- ({why})")),
    }
}

fn image_without_agents(table: &Table, scratch: &str, dist: &Dist) -> Outcome {
    let project = match built(table, "junit4", scratch, &[]) {
        Ok(project) => project,
        Err(outcome) => return outcome,
    };
    let jvm = match image("java.base,java.management", &project.folder.join("without")) {
        Ok(jvm) => jvm,
        Err(why) => return Outcome::NotTried(format!("- ({why})")),
    };
    let plain = project.plain(&jvm.java);
    let alone = run(Command::new(&plain[0]).args(&plain[1..]), &project.folder);
    let ours = run(dist.command(&["run", "--"]).args(&plain), &project.folder);
    let summary = |text: &str| text.lines().filter(|line| line.starts_with("Tests run:")).collect::<String>();
    let same = alone.code == ours.code && summary(&alone.stdout) == summary(&ours.stdout);
    let one_line = ours.stderr.lines().count() == 1 && ours.stderr.contains("java.instrument");
    if same && one_line && !summary(&ours.stdout).is_empty() {
        Outcome::Agrees { rows: 0, lines: 0 }
    } else {
        Outcome::Differs(format!("{:?} and {:?}: {}", alone.code, ours.code, ours.stderr))
    }
}
