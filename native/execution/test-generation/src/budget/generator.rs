//! The command that generates tests for a class.

use std::path::Path;
use std::process::Command;

use faultline_jvm_process::process::shell;
use faultline_jvm_process::process::template::PREFIX;
use faultline_jvm_process::process::template::line::Line;
use faultline_jvm_process::process::template::names::{names_in, reads};
use faultline_jvm_process::tools::java::Java;
use faultline_messages::failure::Failure;

use crate::evosuite::command;
use crate::evosuite::lead::Lead;
use crate::evosuite::tools::Tools;

/// EvoSuite, or a custom generator.
#[derive(Debug)]
pub enum Generator {
    /// `EvoSuite`.
    EvoSuite(Box<EvoSuite>),
    /// A command of the user.
    Command(Template),
}

/// EvoSuite with the settings common to all searches.
#[derive(Debug)]
pub struct EvoSuite {
    /// The Java to run on.
    pub java: Java,
    /// `EvoSuite` and our agent.
    pub tools: Tools,
    /// What leads the searches; `None`: all of EvoSuite's own goals.
    pub lead: Option<Lead>,
    /// Unique ids of the failing tests.
    pub failing: Vec<String>,
    /// The initial recording.
    pub spectrum: String,
    /// Additional arguments of the user.
    pub arguments: Vec<String>,
}

/// The settings of one class.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Binary name of the class.
    pub class: &'a str,
    /// Its source in the repository.
    pub path: &'a str,
    /// Duration of its search.
    pub seconds: u64,
    /// The folder for tests.
    pub out: &'a Path,
    /// The folder for other files.
    pub scratch: &'a Path,
    /// The file for a recording of the tests that a metric kept.
    pub kept: &'a Path,
    /// Class path of the project.
    pub class_path: &'a str,
    /// Maximum heap of the search. Units: MiB.
    pub memory: u64,
    /// Random seed.
    pub seed: i64,
}

impl Generator {
    /// A note on the generator, a sentence.
    pub fn note(&self) -> Option<&String> {
        match self {
            Self::EvoSuite(evosuite) => evosuite.tools.note.as_ref(),
            Self::Command(_) => None,
        }
    }

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

/// A shell command with placeholders in braces for the values of a class. The shell reads the values from the
/// environment, since paths and class names are untrusted.
#[derive(Clone, Debug)]
pub struct Template {
    text: String,
    line: Line,
}

const CLASS: &str = "class";
const PATH: &str = "path";
const CLASS_PATH: &str = "class_path";
const NAMES: [&str; 7] = [CLASS, PATH, "seconds", "out", "memory", "seed", CLASS_PATH];
const NUMBERS: [&str; 3] = ["seconds", "memory", "seed"];

impl Template {
    /// Errors: an unknown placeholder, one inside a script's text, or no class.
    pub fn of(text: &str) -> Result<Self, Failure> {
        if let Some(unknown) = names_in(text).find(|name| !NAMES.contains(&name.name)) {
            return Err(Failure::misuse(format!(
                "--command has {{{}}}, an unknown placeholder; known are {{{}}}",
                unknown.name,
                NAMES.join("}, {")
            )));
        }
        let line = Line::of(text, &NUMBERS).map_err(|misplaced| {
            let [argument, variable] = examples(&misplaced.name);
            Failure::misuse(misplaced.sentence("--command", &argument, &variable))
        })?;
        let template = Self { text: text.to_owned(), line };
        if !template.needs(CLASS) && !template.needs(PATH) {
            return Err(Failure::misuse("--command has no {class}, so it would do the same for each"));
        }
        Ok(template)
    }

    /// Whether it uses the project's class path.
    pub fn needs_class_path(&self) -> bool {
        self.needs(CLASS_PATH)
    }

    /// Whether it has a placeholder, or reads its variable.
    fn needs(&self, name: &str) -> bool {
        self.line.has(name) || reads(&self.text, &variable(name))
    }

    fn command(&self, task: &Task<'_>) -> Command {
        let mut command = shell::command(&self.line.text(variable));
        // A class path may exceed the maximum length of a variable.
        let needed = NAMES.into_iter().filter(|&name| name != CLASS_PATH || self.needs_class_path());
        command.envs(needed.map(|name| (variable(name), shell::value(&value(name, task)))));
        command
    }
}

/// The environment variable of a placeholder.
fn variable(name: &str) -> String {
    format!("{PREFIX}{}", name.to_uppercase())
}

fn value(name: &str, task: &Task<'_>) -> String {
    match name {
        CLASS => task.class.to_owned(),
        PATH => no_option(task.path),
        "seconds" => task.seconds.to_string(),
        "out" => task.out.to_string_lossy().into_owned(),
        "memory" => task.memory.to_string(),
        "seed" => task.seed.to_string(),
        _ => task.class_path.to_owned(),
    }
}

/// The same path in a form that no program takes for an option or an argument file.
fn no_option(path: &str) -> String {
    if path.starts_with(['-', '@']) { format!("./{path}") } else { path.to_owned() }
}

/// Examples of a script that receives a value, as an argument and from the environment.
fn examples(name: &str) -> [String; 2] {
    let variable = variable(name);
    if cfg!(windows) {
        [format!("gen.cmd {{{name}}}"), format!("gen.cmd \"!{variable}!\"")]
    } else {
        [format!("sh -c 'gen \"$1\"' sh {{{name}}}"), format!("sh -c 'gen \"${variable}\"'")]
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsStr;

    use super::*;

    fn command(template: &str) -> Command {
        let task = Task {
            class: "org.x.Foo$Bar",
            path: "-x/$(touch canary)/Foo.java",
            seconds: 12,
            out: Path::new("/o ut"),
            scratch: Path::new("/s"),
            kept: Path::new("/k"),
            class_path: "/a:/b",
            memory: 500,
            seed: -1,
        };
        Template::of(template).unwrap().command(&task)
    }

    fn variable_of<'c>(command: &'c Command, name: &str) -> Option<&'c OsStr> {
        command.get_envs().find(|(of, _)| *of == name)?.1
    }

    #[test]
    #[cfg(unix)]
    fn the_shells_line_has_variables_in_the_place_of_values() {
        let line = |template: &str| {
            let command = command(template);
            command.get_args().last().map(|line| line.to_string_lossy().into_owned()).unwrap()
        };
        assert_eq!(
            line("gen {class} {seconds} {out}"),
            "gen \"$FAULTLINE_CLASS\" \"$FAULTLINE_SECONDS\" \"$FAULTLINE_OUT\""
        );
        assert_eq!(
            line("A={seed} gen {path} -m{memory}"),
            "A=\"$FAULTLINE_SEED\" gen \"$FAULTLINE_PATH\" -m\"$FAULTLINE_MEMORY\""
        );
        assert_eq!(
            line("f() { echo ${class}; }; f {class}"),
            "f() { echo ${class}; }; f \"$FAULTLINE_CLASS\""
        );
    }

    #[test]
    fn values_stand_in_the_environment() {
        let short = command("gen {class}");
        for (name, value) in [
            ("FAULTLINE_CLASS", "org.x.Foo$Bar"),
            ("FAULTLINE_PATH", "./-x/$(touch canary)/Foo.java"),
            ("FAULTLINE_SECONDS", "12"),
            ("FAULTLINE_OUT", "/o ut"),
            ("FAULTLINE_MEMORY", "500"),
            ("FAULTLINE_SEED", "-1"),
        ] {
            assert_eq!(variable_of(&short, name), Some(OsStr::new(value)), "{name}");
        }
        assert_eq!(variable_of(&short, "FAULTLINE_CLASS_PATH"), None);
        let long = command("gen {class} {class_path}");
        assert_eq!(variable_of(&long, "FAULTLINE_CLASS_PATH"), Some(OsStr::new("/a:/b")));
    }

    #[test]
    fn names_in_quotes_are_misuse_that_says_what_to_write() {
        let error = Template::of("gen \"{path}\"").unwrap_err().to_string();
        for part in ["--command has {path} in quotes", "{path}; or let a script read", "FAULTLINE_PATH"] {
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn unknown_names_and_commands_without_a_class_are_misuse() {
        assert!(matches!(Template::of("gen {class} {time}"), Err(Failure::Misuse(_))));
        assert!(matches!(Template::of("gen {seconds}"), Err(Failure::Misuse(_))));
        assert!(matches!(Template::of("gen $FAULTLINE_CLASS_PATH"), Err(Failure::Misuse(_))));
        assert!(Template::of("gen $FAULTLINE_CLASS").is_ok());
        assert!(Template::of("gen {class} {class_path}").unwrap().needs_class_path());
        assert!(Template::of("gen {class} $FAULTLINE_CLASS_PATH").unwrap().needs_class_path());
    }
}
