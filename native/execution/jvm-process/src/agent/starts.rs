//! Tries whether a JVM starts.

use std::ffi::OsString;
use std::process::Command;
use std::time::Duration;

use super::attach::{Attachment, is_java};
use super::java_line;
use crate::process::output;

/// How long a JVM may take that only says its version. One that waits, for a debugger or a port, says nothing.
const LIMIT: Duration = Duration::from_secs(20);

/// Whether the JVM of a command `java` starts as it is given, and not as `attached`, with the agent. Runs no
/// program, only the JVM itself, twice. False for other commands, and in case of doubt.
pub fn only_without(command: &[OsString], attached: &Attachment) -> bool {
    command.first().is_some_and(|program| is_java(program))
        && *attached != Attachment::none(command)
        && starts(&attached.command, &attached.variables) == Some(false)
        && starts(command, &[]) == Some(true)
}

/// Whether a JVM with the options of the command starts; `None` where that cannot be known.
fn starts(command: &[OsString], variables: &[(&str, OsString)]) -> Option<bool> {
    let words = java_line::until_main(command);
    let (java, options) = words.split_first()?;
    let mut java = Command::new(java);
    java.args(options).arg("-version").envs(variables.iter().map(|(name, value)| (name, value)));
    output::beginning_within(&mut java, LIMIT).ok().map(|output| output.status.success())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Whether a `java` that is this script starts only without the agent.
    fn only_without_for(script: &str) -> bool {
        let folder = tempfile::tempdir().unwrap();
        let java = folder.path().join("java");
        fs::write(&java, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).unwrap();
        let command: Vec<OsString> = vec![java.into(), "-Xmx1g".into(), "Main".into(), "-version".into()];
        let mut attached = Attachment::none(&command);
        attached.command.insert(1, "-javaagent:a.jar".into());
        only_without(&command, &attached)
    }

    #[test]
    fn only_a_jvm_that_starts_without_the_agent_alone_is_told() {
        assert!(only_without_for(r#"[ "$*" = "-Xmx1g -version" ]"#));
        assert!(!only_without_for("exit 0"), "it starts in any case");
        assert!(!only_without_for("exit 1"), "it does not start at all");
        assert!(!only_without_for(r#"[ "$1" = Main ]"#), "the program is not run");
    }

    #[test]
    fn other_commands_are_not_tried() {
        let command = vec![OsString::from("false")];
        let mut attached = Attachment::none(&command);
        attached.variables.push(("MAVEN_OPTS", "-javaagent:a.jar".into()));
        assert!(!only_without(&command, &attached));
    }
}
