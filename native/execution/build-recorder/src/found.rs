//! The default command that runs a project's tests.

use std::path::Path;

use faultline_jvm_process::tools::build::BuildTool;
use faultline_messages::failure::Failure;

/// The command that runs all tests of the project in a folder, with Maven's or Gradle's wrapper, else the
/// tool on the path. Errors: the folder has no build file.
pub fn command(root: &Path) -> Result<Vec<String>, Failure> {
    let tool = BuildTool::of(root).ok_or_else(|| {
        Failure::failed(format!(
            "{} has no pom.xml and no Gradle build file, so the command that runs its tests is not known; name it, as \
             in `mvn test`",
            root.display()
        ))
    })?;
    let arguments = match tool {
        BuildTool::Maven => ["-B", "test"].as_slice(),
        // All tests, even if they are up to date or follow a failing one.
        BuildTool::Gradle => ["test", "--rerun-tasks", "--continue"].as_slice(),
    };
    Ok([tool.program(root)]
        .into_iter()
        .chain(arguments.iter().map(|&argument| argument.to_owned()))
        .collect())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_wrapper_wins_and_maven_goes_before_gradle() {
        let folder = std::env::temp_dir().join(format!("faultline-found-test-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let words = || command(&folder).map(|words| words.join(" "));
        assert!(words().unwrap_err().to_string().contains("no pom.xml and no Gradle build file"));
        let steps = [
            ("settings.gradle.kts", "gradle test --rerun-tasks --continue"),
            ("gradlew", "./gradlew test --rerun-tasks --continue"),
            ("pom.xml", "mvn -B test"),
            ("mvnw", "./mvnw -B test"),
        ];
        for (file, expected) in steps {
            fs::write(folder.join(file), "").unwrap();
            assert_eq!(words().unwrap(), expected);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
