//! The command that generates tests for a class.

use std::path::Path;
use std::process::Command;

use faultline_running::process::shell;
use faultline_running::tools::java::Java;
use faultline_telling::failure::Failure;

use crate::evosuite::command;
use crate::evosuite::lead::Lead;
use crate::evosuite::tools::Tools;

/// EvoSuite, or what somebody put in its place.
#[derive(Debug)]
pub enum Generator {
    /// `EvoSuite`.
    EvoSuite(Box<EvoSuite>),
    /// A command of the user's.
    Command(Template),
}

/// EvoSuite with what all its searches have in common.
#[derive(Debug)]
pub struct EvoSuite {
    /// The Java to run on.
    pub java: Java,
    /// `EvoSuite` and our agent.
    pub tools: Tools,
    /// `None`: all of its own goals.
    pub lead: Option<Lead>,
    /// Unique ids of the failing tests.
    pub failing: Vec<String>,
    /// The recording to start from.
    pub spectrum: String,
    /// More arguments of the user's.
    pub arguments: Vec<String>,
}

/// What differs from class to class.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Binary name of the class.
    pub class: &'a str,
    /// Its source in the repository.
    pub path: &'a str,
    /// How long it may search.
    pub seconds: u64,
    /// Where it writes tests.
    pub out: &'a Path,
    /// For whatever else it writes.
    pub scratch: &'a Path,
    /// Where it writes the recording of what a metric kept.
    pub kept: &'a Path,
    /// Class path of the project.
    pub class_path: &'a str,
    /// Units: MiB.
    pub memory: u64,
    /// Seed of random numbers.
    pub seed: i64,
}

impl Generator {
    /// The command that generates tests for a class.
    pub fn command(&self, task: &Task<'_>) -> Command {
        match self {
            Self::EvoSuite(evosuite) => evosuite.command(task),
            Self::Command(template) => template.command(task),
        }
    }
}

impl EvoSuite {
    fn command(&self, task: &Task<'_>) -> Command {
        let evosuite = command::EvoSuite {
            java: &self.java,
            tools: &self.tools,
            class_path: task.class_path,
            lead: self.lead.as_ref(),
            failing: &self.failing,
            spectrum: Path::new(&self.spectrum),
            seed: task.seed,
            memory: Some(task.memory),
            more: &self.arguments,
        };
        evosuite.command(&command::Search {
            class: task.class,
            seconds: task.seconds,
            tests: task.out,
            scratch: task.scratch,
            kept: task.kept,
            stop: None,
        })
    }
}

/// A command for a shell, with names in braces that stand for what a class has.
#[derive(Clone, Debug)]
pub struct Template(String);

const NAMES: [&str; 7] = ["class", "path", "seconds", "out", "memory", "seed", "class_path"];

impl Template {
    /// Errors: it has a name in braces that stands for nothing, or no class.
    pub fn of(text: &str) -> Result<Self, Failure> {
        for (name, _) in names_in(text) {
            if !NAMES.contains(&name) {
                return Err(Failure::misuse(format!(
                    "--command has {{{name}}}, which stands for nothing; known are {{{}}}",
                    NAMES.join("}, {")
                )));
            }
        }
        if !names_in(text).any(|(name, _)| name == "class" || name == "path") {
            return Err(Failure::misuse("--command has no {class}, so it would do the same for each"));
        }
        Ok(Self(text.to_owned()))
    }

    /// Whether it asks for the project's class path.
    pub fn needs_class_path(&self) -> bool {
        names_in(&self.0).any(|(name, _)| name == "class_path")
    }

    fn command(&self, task: &Task<'_>) -> Command {
        shell::command(&self.filled(task))
    }

    /// Values are quoted, so that a class with a `$` in its name stays as it is.
    fn filled(&self, task: &Task<'_>) -> String {
        let mut text = String::new();
        let mut copied = 0;
        for (name, at) in names_in(&self.0) {
            text.push_str(&self.0[copied..at]);
            text.push_str(&shell::word(&match name {
                "class" => task.class.to_owned(),
                "path" => task.path.to_owned(),
                "seconds" => task.seconds.to_string(),
                "out" => task.out.to_string_lossy().into_owned(),
                "memory" => task.memory.to_string(),
                "seed" => task.seed.to_string(),
                _ => task.class_path.to_owned(),
            }));
            copied = at + name.len() + 2;
        }
        text.push_str(&self.0[copied..]);
        text
    }
}

/// The lower-case names in braces, with the place of the brace. A `${name}` is the shell's.
fn names_in(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.match_indices('{').filter_map(|(at, _)| {
        let name = text[at + 1..].split_once('}')?.0;
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        (is_name && !text[..at].ends_with('$')).then_some((name, at))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> String {
        let task = Task {
            class: "org.x.Foo$Bar",
            path: "src/Foo.java",
            seconds: 12,
            out: Path::new("/o ut"),
            scratch: Path::new("/s"),
            kept: Path::new("/k"),
            class_path: "",
            memory: 500,
            seed: -1,
        };
        Template::of(template).unwrap().filled(&task)
    }

    #[test]
    fn names_in_braces_stand_for_what_a_class_has() {
        assert_eq!(filled("gen {class} {seconds} {out}"), "gen 'org.x.Foo$Bar' 12 '/o ut'");
        assert_eq!(filled("A={seed} gen {path} -m{memory}"), "A=-1 gen src/Foo.java -m500");
    }

    #[test]
    fn what_is_the_shells_stays() {
        assert_eq!(filled("f() { echo ${class}; }; f {class}"), "f() { echo ${class}; }; f 'org.x.Foo$Bar'");
    }

    #[test]
    fn unknown_names_and_commands_without_a_class_are_misuse() {
        assert!(matches!(Template::of("gen {class} {time}"), Err(Failure::Misuse(_))));
        assert!(matches!(Template::of("gen {seconds}"), Err(Failure::Misuse(_))));
        assert!(Template::of("gen {class} {class_path}").unwrap().needs_class_path());
    }
}
