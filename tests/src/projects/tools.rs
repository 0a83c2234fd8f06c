//! Build tools besides Maven, laid out from jars of Maven Central, with a program that is called as the real one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::ran::{ended_well, within};
use super::table::Tool;

const DEPENDENCY_PLUGIN: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/// Compiles by a `javac` of the JDK: the Gradle of `gradle/fixture` has no compiler daemon.
const COMPILES: &str = "\
allprojects {
    tasks.withType(JavaCompile).configureEach {
        options.fork = true
        options.forkOptions.executable = System.getProperty('java.home') + '/bin/javac'
    }
}
";

/// The program of a tool, laid out below `work` where it is not there. Errors: the last words of what failed.
pub fn program(tool: Tool, work: &Path) -> Result<PathBuf, String> {
    let name = match tool {
        Tool::Maven => return Ok(PathBuf::from("mvn")),
        Tool::Ant => "ant",
        Tool::Gradle => "gradle",
    };
    let home = work.join("tools").join(name);
    let program = home.join(name);
    if !program.is_file() {
        fs::create_dir_all(&home).map_err(|error| format!("{}: {error}", home.display()))?;
        let line = if tool == Tool::Ant { ant(&home)? } else { gradle(&home)? };
        write(&program, &format!("#!/bin/sh\nexec {line} \"$@\"\n"))?;
        ended_well(&within(Command::new("chmod").arg("+x").arg(&program), &home)?)?;
    }
    Ok(program)
}

fn ant(home: &Path) -> Result<String, String> {
    let pom = Path::new(env!("CARGO_MANIFEST_DIR")).join("projects/tools/ant/pom.xml");
    let libraries = format!("{}/lib", home.display());
    maven(&pom, "copy-dependencies", &format!("-DoutputDirectory={libraries}"), home)?;
    Ok(format!(
        "java $ANT_OPTS -cp '{libraries}/*' org.apache.tools.ant.launch.Launcher -lib '{libraries}' $ANT_ARGS"
    ))
}

fn gradle(home: &Path) -> Result<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../gradle");
    let (path, classes) = (home.join("class-path"), home.join("classes"));
    maven(
        &root.join("plugin/pom.xml"),
        "build-classpath",
        &format!("-Dmdep.outputFile={}", path.display()),
        home,
    )?;
    let libraries = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let sources = root.join("fixture/src/main/java/io/faultline/gradle/fixture");
    let mut javac = Command::new("javac");
    javac.args(["-cp", &libraries, "-d"]).arg(&classes);
    javac.args(["GradleHome.java", "PlainNames.java"].map(|name| sources.join(name)));
    ended_well(&within(&mut javac, home)?)?;
    let mut java = Command::new("java");
    java.arg("-cp").arg(format!("{}:{libraries}", classes.display()));
    let java = java.arg("io.faultline.gradle.fixture.GradleHome").arg(home.join("home"));
    let ended = within(java, home)?;
    ended_well(&ended)?;
    let script = home.join("init.gradle");
    write(&script, COMPILES)?;
    let launcher = ended.output.trim().split_once(' ').map(|(_java, arguments)| arguments.to_owned());
    let launcher = launcher.ok_or_else(|| format!("no command line: {}", ended.output))?;
    Ok(format!(
        "java $JAVA_OPTS $GRADLE_OPTS {launcher} -g '{}' -I '{}' --console=plain -Dorg.gradle.daemon.idletimeout=60000 \
         -Dorg.gradle.internal.instrumentation.agent=false",
        home.join("user-home").display(),
        script.display()
    ))
}

fn maven(pom: &Path, goal: &str, argument: &str, folder: &Path) -> Result<(), String> {
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-ntp", "-q", "-f"]).arg(pom);
    maven.args([format!("{DEPENDENCY_PLUGIN}:{goal}"), argument.to_owned()]);
    ended_well(&within(&mut maven, folder)?)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}
