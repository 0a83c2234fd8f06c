//! The options of a `java` that is about to start: those of its command, of argument files and of variables.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

use super::archive_options;

/// Options whose value is the next word.
const WITH_VALUE: [&str; 16] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--enable-native-access",
    "--source",
    "-d",
    "--describe-module",
];
/// Words that are followed by the main class's place, after which there are no options.
const MAIN: [&str; 3] = ["-jar", "-m", "--module"];
/// An option that names a file with more options.
const OPTIONS_FILE: &str = "-XX:VMOptionsFile=";
/// An option that names a file with flags, `+Name`, `-Name` or `Name=value`, which the JVM reads before all others.
const FLAGS_FILE: &str = "-XX:Flags=";
/// Variables that a `java` reads before its command; `_JAVA_OPTIONS` it reads last.
const FIRST: [&str; 2] = ["JAVA_TOOL_OPTIONS", OF_LAUNCHER];
/// The variable of the launcher, which may name argument files, too.
const OF_LAUNCHER: &str = "JDK_JAVA_OPTIONS";

/// Looks up a variable in the environment that a command inherits.
pub type Environment<'a> = dyn Fn(&str) -> Option<OsString> + 'a;

/// A property that names a class loader in place of the JVM's own. A JVM adds an agent to such a loader by a method
/// that hardly one has, and ends where it is missing.
const LOADER: &str = "-Djava.system.class.loader=";

/// The class that is the system class loader of a `java` with these options, in their order, in place of the
/// JVM's own.
pub fn own_loader(options: &[String]) -> Option<&str> {
    let named = options.iter().rev().find_map(|option| option.strip_prefix(LOADER));
    named.filter(|class| !class.is_empty())
}

/// The options of a command `java`, in the order in which the JVM reads them.
pub fn of_command(command: &[OsString], environment: &Environment) -> Vec<String> {
    let mut all: Vec<String> = FIRST.iter().flat_map(|name| of_variable(environment, name)).collect();
    all.extend(options(&command[1..]).0);
    all.extend(of_variable(environment, LAST));
    all
}

/// A command `java` without its main class and what follows it.
pub fn until_main(command: &[OsString]) -> Vec<OsString> {
    match options(&command[1..]).1 {
        Main::Word(at) => command[..=at].to_vec(),
        Main::InFile(at, words, inner) => {
            let in_file = words.into_iter().take(inner).map(OsString::from);
            command[..=at].iter().cloned().chain(in_file).collect()
        }
    }
}

/// A command `java` with options that let it start with an agent, before its main class. `None` if it runs no
/// program, and so needs no agent, or would not start with one.
pub fn prepared(command: &[OsString], environment: &Environment) -> Option<Vec<OsString>> {
    let (options, main) = options(&command[1..]);
    let mut all: Vec<String> = FIRST.iter().flat_map(|name| of_variable(environment, name)).collect();
    all.extend(options);
    let remedies = archive_options::remedies(&all);
    all.extend(of_variable(environment, LAST));
    if archive_options::run_no_program(&all) || own_loader(&all).is_some() {
        return None;
    }
    let mut command = command.to_vec();
    match main {
        _ if remedies.is_empty() => {}
        Main::Word(at) => {
            let rest = command.split_off(at + 1);
            command.extend(remedies.into_iter().map(OsString::from));
            command.extend(rest);
        }
        Main::InFile(at, mut words, inner) => {
            words.splice(inner..inner, remedies);
            command.splice(at + 1..at + 2, words.into_iter().map(OsString::from));
        }
    }
    Some(command)
}

/// The variable whose options win over all others.
pub const LAST: &str = "_JAVA_OPTIONS";

/// The options in a variable.
pub fn of_variable(environment: &Environment, name: &str) -> Vec<String> {
    let value = environment(name).unwrap_or_default();
    let mut options = Vec::new();
    for word in split(&value.to_string_lossy(), false) {
        match argument_file(&word).filter(|_| name == OF_LAUNCHER) {
            Some(inside) => inside.into_iter().for_each(|word| expand(word, &mut options)),
            None => expand(word, &mut options),
        }
    }
    options
}

/// The words of the argument file that a word names.
fn argument_file(word: &str) -> Option<Vec<String>> {
    let name = word.strip_prefix('@').filter(|name| !name.starts_with('@'))?;
    let text = regular::read_to_string(&PathBuf::from(name), limits::BUILD_FILE);
    Some(split(&text.unwrap_or_default(), true))
}

/// The options that Maven's script reads from the project above a folder, before `MAVEN_OPTS`.
pub fn of_maven(folder: &Path) -> Vec<String> {
    let mut files = folder.ancestors().map(|folder| folder.join(".mvn/jvm.config"));
    let text = files.find_map(|file| regular::read_to_string(&file, limits::BUILD_FILE).ok());
    split(&text.unwrap_or_default(), false)
}

/// Where the main class, or `-jar` before it, stands.
enum Main {
    /// At this argument, or after the last one.
    Word(usize),
    /// In the argument file at this argument, with these words, at this one of them.
    InFile(usize, Vec<String>, usize),
}

fn options(arguments: &[OsString]) -> (Vec<String>, Main) {
    let mut options = Vec::new();
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut at = 0;
    while at < words.len() {
        let word = &words[at];
        match argument_file(word) {
            Some(inner) => {
                let mut place = 0;
                while place < inner.len() && !is_main(&inner, place) {
                    place += take(&inner, place, &mut options);
                }
                if place < inner.len() {
                    return (options, Main::InFile(at, inner, place));
                }
                at += 1;
            }
            None if is_main(&words, at) => break,
            None => at += take(&words, at, &mut options),
        }
    }
    (options, Main::Word(at.min(words.len())))
}

/// Takes the option at a word; returns how many words it has.
fn take(words: &[String], at: usize, options: &mut Vec<String>) -> usize {
    expand(words[at].clone(), options);
    if WITH_VALUE.contains(&words[at].as_str()) { 2 } else { 1 }
}

fn is_main(words: &[String], at: usize) -> bool {
    let word = words[at].as_str();
    // After `-jar`, more options may precede the file.
    let more_follow = word == "-jar" && words.get(at + 1).is_some_and(|next| next.starts_with('-'));
    !word.starts_with('-') || MAIN.contains(&word) && !more_follow || word.starts_with("--module=")
}

fn expand(option: String, options: &mut Vec<String>) {
    let text = |file: &str| regular::read_to_string(Path::new(file), limits::BUILD_FILE).unwrap_or_default();
    if let Some(file) = option.strip_prefix(FLAGS_FILE) {
        let flags = split(&text(file), true).into_iter().map(|flag| format!("-XX:{flag}"));
        options.splice(..0, flags);
    } else if let Some(file) = option.strip_prefix(OPTIONS_FILE) {
        options.extend(split(&text(file), false));
    } else {
        options.push(option);
    }
}

/// Splits at blanks outside of quotes. In an argument file `#` begins a comment, and in quotes a backslash
/// escapes.
fn split(text: &str, is_argument_file: bool) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            c if quote.is_none() && c.is_ascii_whitespace() => words.extend(word.take()),
            '#' if is_argument_file && quote.is_none() && word.is_none() => {
                while rest.next_if(|&c| c != '\n' && c != '\r').is_some() {}
            }
            '"' | '\'' if quote.is_none() => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            c if quote == Some(c) => quote = None,
            '\\' if is_argument_file && quote.is_some() => match rest.next() {
                Some('\n' | '\r') => while rest.next_if(char::is_ascii_whitespace).is_some() {},
                Some(c) => word.get_or_insert_default().push(match c {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'f' => '\x0c',
                    c => c,
                }),
                None => {}
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(command: &[&str], variables: &[(&str, &str)]) -> Option<Vec<OsString>> {
        let command: Vec<OsString> = command.iter().map(OsString::from).collect();
        prepared(&command, &|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn options_are_overruled_before_the_main_class() {
        let off = "-XX:AOTMode=off";
        let command = ["java", "-XX:AOTCache=a", "-cp", "x", "Main", "-XX:+AutoCreateSharedArchive"];
        let expected = ["java", "-XX:AOTCache=a", "-cp", "x", off, "Main", "-XX:+AutoCreateSharedArchive"];
        assert_eq!(with(&command, &[]).unwrap(), expected);
        assert_eq!(with(&["java", "-cp", "x", "Main"], &[]).unwrap(), ["java", "-cp", "x", "Main"]);
        let variables = [("JDK_JAVA_OPTIONS", "-Da='b c' -XX:AOTCache=a")];
        assert_eq!(with(&["java", "-jar", "a.jar"], &variables).unwrap(), ["java", off, "-jar", "a.jar"]);
        assert!(with(&["java", "-Xshare:dump"], &[]).is_none());
    }

    #[test]
    fn a_java_with_a_system_class_loader_of_its_own_gets_no_agent() {
        let own = "-Djava.system.class.loader=a.Loader";
        assert!(with(&["java", own, "Main"], &[]).is_none());
        assert!(with(&["java", "Main"], &[("_JAVA_OPTIONS", own)]).is_none());
        assert!(with(&["java", "Main", own], &[]).is_some(), "an argument of the program");
        assert!(
            with(&["java", own, "-Djava.system.class.loader=", "Main"], &[]).is_some(),
            "the last one counts"
        );
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("options");
        std::fs::write(&file, own).unwrap();
        assert!(with(&["java", &format!("@{}", file.display()), "Main"], &[]).is_none());
    }

    #[test]
    fn an_argument_file_with_the_main_class_is_replaced_by_its_words() {
        let folder = tempfile::tempdir().unwrap();
        let (options, all) = (folder.path().join("options"), folder.path().join("all"));
        std::fs::write(&options, "# -XX:AOTCache=b\n-XX:+AutoCreateSharedArchive").unwrap();
        std::fs::write(&all, "-cp \"x\\\\ y\" -XX:AOTCache=a Main 'b'").unwrap();
        let file = |path: &Path| format!("@{}", path.display());
        let remedy = "-XX:-AutoCreateSharedArchive";
        assert_eq!(
            with(&["java", &file(&options), "Main"], &[]).unwrap(),
            ["java", file(&options).as_str(), remedy, "Main"]
        );
        assert_eq!(
            with(&["java", &file(&all), "c"], &[]).unwrap(),
            ["java", "-cp", "x\\ y", "-XX:AOTCache=a", "-XX:AOTMode=off", "Main", "b", "c"]
        );
    }

    #[test]
    fn files_of_flags_and_of_the_launchers_variable_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (flags, words) = (folder.path().join("flags"), folder.path().join("words"));
        std::fs::write(&flags, "# flags\n+AutoCreateSharedArchive\n").unwrap();
        std::fs::write(&words, "-Da=b -XX:AOTCache=a").unwrap();
        let option = format!("-XX:Flags={}", flags.display());
        let remedy = "-XX:-AutoCreateSharedArchive";
        assert_eq!(with(&["java", &option, "Main"], &[]).unwrap(), ["java", &option, remedy, "Main"]);
        assert_eq!(with(&["java", remedy, &option, "Main"], &[]).unwrap(), ["java", remedy, &option, "Main"]);
        let of_all = with(&["java", "Main"], &[("JAVA_TOOL_OPTIONS", &option)]);
        assert_eq!(of_all.unwrap(), ["java", remedy, "Main"]);
        let file = format!("-Dc=d @{}", words.display());
        let of_launcher = with(&["java", "Main"], &[("JDK_JAVA_OPTIONS", &file)]);
        assert_eq!(of_launcher.unwrap(), ["java", "-XX:AOTMode=off", "Main"]);
        assert_eq!(with(&["java", "Main"], &[("JAVA_TOOL_OPTIONS", &file)]).unwrap(), ["java", "Main"]);
    }

    #[test]
    fn mavens_options_are_those_of_the_nearest_project() {
        let folder = tempfile::tempdir().unwrap();
        let module = folder.path().join("a/b");
        std::fs::create_dir_all(&module).unwrap();
        std::fs::create_dir_all(folder.path().join(".mvn")).unwrap();
        std::fs::write(folder.path().join(".mvn/jvm.config"), "-Xmx1g\n-Xshare:on\n").unwrap();
        assert_eq!(of_maven(&module), ["-Xmx1g", "-Xshare:on"]);
    }
}
