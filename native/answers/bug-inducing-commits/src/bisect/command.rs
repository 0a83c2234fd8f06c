//! The command that tests a commit, with placeholders for the failing tests.

use std::collections::BTreeSet;

use faultline_jvm_process::process::template::words::Words;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_spectrum::{Test, TestName};
use faultline_test_filters::{Selection, console, gradle, surefire};

const TESTS: &str = "tests";
const CLASSES: &str = "classes";
/// Environment variables with the same values as the placeholders.
const VARIABLES: [(&str, &str); 2] = [(TESTS, "FAULTLINE_TESTS"), (CLASSES, "FAULTLINE_CLASSES")];
/// How to pass the tests to a script, as an argument or through the environment.
const EXAMPLES: [&str; 2] =
    ["sh -c 'mvn test -Dtest=\"$1\"' sh {tests}", "sh -c 'mvn test -Dtest=\"$FAULTLINE_TESTS\"'"];

/// A program and its arguments, with the placeholders `{tests}` and `{classes}`.
#[derive(Clone, Debug)]
pub struct Command(Words);

/// A command with its placeholders filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Environment variables.
    pub variables: Vec<(&'static str, String)>,
    /// Tests that are selected besides the failing ones, and variables that are not set: a sentence each.
    pub notes: BTreeSet<String>,
}

impl Command {
    /// Parses a command. Errors: the name of a test would become part of a script.
    pub fn of(words: Vec<String>) -> Result<Self, Failure> {
        let [argument, variable] = EXAMPLES;
        let words = Words::of(words, &[TESTS, CLASSES])
            .map_err(|misplaced| Failure::misuse(misplaced.sentence("--bisect", argument, variable)))?;
        Ok(Self(words))
    }

    /// Fills in the given tests. Errors: the command needs tests that cannot be selected.
    pub fn filled<'t>(&self, tests: &(impl Iterator<Item = &'t Test> + Clone)) -> Result<Filled, Failure> {
        let lists =
            VARIABLES.map(|(name, variable)| (name, variable, Tool::Surefire.select(name, tests.clone())));
        let mut filled = Filled::default();
        let mut before = "";
        for word in self.0.words() {
            if let Some(repeated) = Repeated::of(word, before) {
                let selection =
                    repeated.tool.select(repeated.name, tests.clone()).map_err(|why| cannot(&why))?;
                filled.repeat(&repeated, selection)?;
            } else {
                filled.fill(&self.0, word, &lists)?;
            }
            before = word;
        }
        filled.set_variables(lists);
        Ok(filled)
    }
}

type List = (&'static str, &'static str, Result<Selection, String>);

impl Filled {
    /// Repeats an option that takes one test or class, once for each part.
    fn repeat(&mut self, repeated: &Repeated<'_>, selection: Selection) -> Result<(), Failure> {
        self.notes.extend(selection.notes);
        for (at, part) in selection.parts.into_iter().enumerate() {
            if repeated.is_joined {
                self.words.push(format!("{}={part}", repeated.option));
                continue;
            }
            // The first option is already in the command.
            if at > 0 {
                self.words.push(repeated.option.to_owned());
            }
            self.words.push(no_option(part)?);
        }
        Ok(())
    }

    /// Fills the placeholders of a word.
    fn fill(&mut self, words: &Words, word: &str, lists: &[List]) -> Result<(), Failure> {
        let mut values = Vec::new();
        for (name, _, selection) in lists.iter().filter(|(name, ..)| word.contains(&format!("{{{name}}}"))) {
            let selection = selection.as_ref().map_err(|why| cannot(why))?;
            self.notes.extend(selection.notes.iter().cloned());
            values.push((*name, joined(selection)));
        }
        let value = |name: &str| {
            values.iter().find(|(of, _)| *of == name).map_or(String::new(), |(_, it)| it.clone())
        };
        let filled = words.filled(word, value);
        self.words.push(if word.starts_with('{') && !values.is_empty() {
            no_option(filled)?
        } else {
            filled
        });
        Ok(())
    }

    /// Sets the variables for scripts. A list that cannot be expressed is left unset; an empty one would
    /// select everything.
    fn set_variables(&mut self, lists: [List; 2]) {
        for (_, variable, selection) in lists {
            match selection {
                Ok(selection) => self.variables.push((variable, joined(&selection))),
                Err(why) => {
                    self.notes.insert(format!("{variable} is not set, because {why}"));
                }
            }
        }
    }
}

fn joined(selection: &Selection) -> String {
    selection.parts.iter().map(String::as_str).collect::<Vec<_>>().join(",")
}

/// Returns the word if the command reads it as a name. Errors: it looks like an option, or like a file of
/// options.
fn no_option(word: String) -> Result<String, Failure> {
    if !word.starts_with(['-', '@']) {
        return Ok(word);
    }
    let sign = if word.starts_with('-') { "a dash" } else { "an @" };
    Err(Failure::failed(format!(
        "the failing test `{}` begins with {sign}, so the command would take it for an option; name it as a part of a word, as \
         in -Dtest={{tests}}, or read the environment variable FAULTLINE_TESTS",
        printable(&word)
    )))
}

fn cannot(why: &str) -> Failure {
    Failure::failed(format!(
        "the failing tests cannot be named in the command, because {why}; choose others with --failing, or name tests in the \
         command yourself"
    ))
}

/// The build tool whose syntax a list follows.
#[derive(Clone, Copy, Debug)]
enum Tool {
    Surefire,
    Gradle,
    Console,
}

impl Tool {
    fn select<'t>(self, name: &str, tests: impl Iterator<Item = &'t Test>) -> Result<Selection, String> {
        let tests = tests.map(TestName::from);
        match (self, name == TESTS) {
            (Self::Surefire, true) => surefire::tests(tests),
            (Self::Surefire, false) => surefire::classes(tests),
            (Self::Gradle, true) => gradle::tests(tests),
            (Self::Gradle, false) => gradle::classes(tests),
            (Self::Console, true) => console::tests(tests),
            (Self::Console, false) => console::classes(tests),
        }
    }
}

/// An option that takes a single test or class.
struct Repeated<'w> {
    option: &'w str,
    is_joined: bool,
    tool: Tool,
    name: &'w str,
}

impl<'w> Repeated<'w> {
    /// Parses `--tests {tests}` or `--tests={tests}`; `before` is the preceding word.
    fn of(word: &'w str, before: &'w str) -> Option<Self> {
        let (option, value, is_joined) = match word.split_once('=') {
            Some((option, value)) => (option, value, true),
            None => (before, word, false),
        };
        let name = value.strip_prefix('{')?.strip_suffix('}')?;
        let tool = match (option, name) {
            ("--tests", TESTS | CLASSES) => Tool::Gradle,
            ("--select-method", TESTS) | ("--select-class", CLASSES) => Tool::Console,
            _ => return None,
        };
        Some(Self { option, is_joined, tool, name })
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::Outcome;

    use super::*;

    fn test(class: &str, method: &str) -> Test {
        Test {
            unique_id: String::new(),
            class: class.to_owned(),
            method: method.to_owned(),
            display: String::new(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            overlapped: false,
            failure: None,
        }
    }

    fn words(command: &[&str], tests: &[Test]) -> Vec<String> {
        let command = Command::of(command.iter().map(|&word| word.to_owned()).collect()).unwrap();
        command.filled(&tests.iter()).unwrap().words
    }

    /// Selections for Maven, Gradle and JUnit's console of a test with each name, in the class `T`.
    const TABLE: [(&str, &str, &str, &str); 16] = [
        ("adds", "T#adds", "T.adds", "T#adds"),
        ("adds-two", "T#adds-two", "T.adds-two", "T#adds-two"),
        ("-adds", "T#-adds", "T.-adds", "T#-adds"),
        ("adds two numbers", "T#adds two numbers", "T.adds two numbers", "T#adds two numbers"),
        ("Foo$Bar", "T#Foo$Bar", "T.Foo$Bar", "T#Foo$Bar"),
        ("${a}", "T#$?a?", "T.${a}", "T#${a}"),
        ("$(touch x)", "T#$+$(*", "T.$|T.$(*", "T#$"),
        ("it's \"so\"", "T#it's ?so?", "T.it's \"so\"", "T#it's \"so\""),
        ("a; touch x #", "T#a; touch x ?", "T.a; touch x #", "T#a; touch x #"),
        ("a\ntouch x", "T#a?touch x", "T", "T#a\ntouch x"),
        ("\u{1f600}", "T#\u{1f600}", "T.\u{1f600}", "T#\u{1f600}"),
        ("a,b+c", "T#a?b?c", "T.a,b+c", "T#a,b+c"),
        ("a*b?", "T#a?b?", "T.a*b?", "T#a*b?"),
        ("!a %b", "T#?a ?b", "T.!a %b", "T#!a %b"),
        ("adds[0: a, b]", "T#adds+adds[*", "T.adds|T.adds[*", "T#adds"),
        ("", "T", "T", ""),
    ];

    #[test]
    fn every_name_reaches_every_tool_as_data() {
        for (method, maven, gradle, console) in TABLE {
            let tests = [test("T", method)];
            let one = |command: &[&str]| words(command, &tests);
            let maven = format!("-Dtest={maven}");
            assert_eq!(one(&["mvn", "-Dtest={tests}"]), ["mvn", &maven], "{method:?}");
            let script = one(&["sh", "-c", "mvn -Dtest=\"$1\"", "sh", "{tests}"]);
            assert_eq!(script[4], maven["-Dtest=".len()..], "{method:?}");
            let joined: Vec<String> = gradle.split('|').map(|part| format!("--tests={part}")).collect();
            assert_eq!(one(&["./gradlew", "--tests={tests}"])[1..], joined, "{method:?}");
            let apart: Vec<&str> = gradle.split('|').flat_map(|part| ["--tests", part]).collect();
            assert_eq!(one(&["./gradlew", "--tests", "{tests}"])[1..], apart, "{method:?}");
            if !console.is_empty() {
                assert_eq!(one(&["java", "--select-method", "{tests}"])[1..], ["--select-method", console]);
            }
        }
    }

    #[test]
    fn what_is_selected_beside_the_tests_is_told() {
        let notes = |command: &str, method: &str| {
            let command = Command::of(vec!["x".to_owned(), command.to_owned()]).unwrap();
            command
                .filled(&[test("T", method)].iter())
                .unwrap()
                .notes
                .into_iter()
                .collect::<Vec<_>>()
                .join("; ")
        };
        assert_eq!(notes("-Dtest={tests}", "adds two [0]"), "");
        assert!(notes("-Dtest={tests}", "a,b").contains("`a,b` is selected by the pattern `a?b`"));
        assert!(
            notes("-Dtest={tests}", "a[b/c]").contains("all tests of T run, because Surefire cannot select")
        );
        assert!(notes("--tests={tests}", "a*").contains("because Gradle reads some"));
        assert!(
            notes("--tests={tests}", "a\nb")
                .contains("all tests of T run, because Gradle cannot select `a\\nb`")
        );
    }

    #[test]
    fn classes_keep_their_dollars_and_are_named_once_each() {
        let tests = [test("a.Foo$Bar", "x"), test("a.Foo$Bar", "y"), test("a.Baz", "z")];
        assert_eq!(words(&["mvn", "-Dtest={tests}"], &tests)[1], "-Dtest=a.Baz#z,a.Foo$Bar#x+y");
        assert_eq!(words(&["x", "{classes}"], &tests)[1], "a.Baz,a.Foo$Bar");
        let gradle = ["--tests", "a.Baz", "--tests", "a.Foo$Bar"];
        assert_eq!(words(&["./gradlew", "--tests", "{classes}"], &tests)[1..], gradle);
        let console = ["--select-class=a.Baz", "--select-class=a.Foo$Bar"];
        assert_eq!(words(&["java", "--select-class={classes}"], &tests)[1..], console);
    }

    #[test]
    fn a_console_is_told_the_parameters_of_a_method() {
        let id =
            "[engine:junit-jupiter]/[class:T]/[test-template:adds(int, %5BI)]/[test-template-invocation:#1]";
        let tests = [Test { unique_id: id.to_owned(), ..test("T", "adds") }];
        assert_eq!(words(&["java", "--select-method={tests}"], &tests)[1], "--select-method=T#adds(int, [I)");
    }

    #[test]
    fn what_cannot_be_selected_is_refused_and_never_left_out() {
        let refused = |word: &str, test: Test| {
            let command = Command::of(vec!["x".to_owned(), word.to_owned()]).unwrap();
            command.filled(&[test].iter()).unwrap_err().to_string()
        };
        assert!(refused("-Dtest={tests}", test("", "adds")).contains("is recorded without its class"));
        assert!(refused("{classes}", test("--init-script=x", "")).contains("begins with a dash"));
        assert!(refused("{tests}", test("@x", "a")).contains("begins with an @"));
        assert!(refused("--tests={tests}", test("a\nb", "c")).contains("no class that a tool can select"));
        assert!(
            refused("--select-class={classes}", test("a#b", "c")).contains("no class that a tool can select")
        );
        let silent = Command::of(vec!["x".to_owned()]).unwrap().filled(&[test("", "a")].iter()).unwrap();
        assert_eq!(silent.variables, []);
        assert!(silent.notes.iter().any(|note| note.starts_with("FAULTLINE_TESTS is not set, because ")));
    }
}
