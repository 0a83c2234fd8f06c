//! Secrets on command lines: hidden before they are written to a file, and restored from the environment.
//!
//! A secret is recognised by its name, as in `-Dmy.password=x`, `--token x` and `?apiKey=x`, or by its
//! position, as in `https://user:x@host`. It is replaced by a placeholder such as
//! `${env:FAULTLINE_SECRET_MY_PASSWORD}`, which names the variable that a rerun reads.

mod name;
mod scan;

use crate::Launch;

pub use self::name::is_secret;

/// Prefix of the environment variables from which reruns read secrets.
pub const VARIABLE: &str = "FAULTLINE_SECRET_";
const OPEN: &str = "${env:FAULTLINE_SECRET_";
const CLOSE: char = '}';

/// An argument, property or variable that was left out because its secret is not available.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Missing {
    /// The property, option or variable.
    pub of: String,
    /// The variables of its secrets.
    pub variables: Vec<String>,
}

impl Launch {
    /// Replaces the secrets in arguments, properties and variables by placeholders.
    pub fn hide_secrets(&mut self) {
        let mut hidden = Hidden::default();
        for argument in &mut self.arguments {
            *argument = hidden.argument(argument);
        }
        for (name, value) in &mut self.properties {
            *value = hidden.value(name, value);
        }
        for (name, value) in &mut self.environment {
            *value = value.take().map(|value| hidden.value(name, &value));
        }
    }

    /// Restores secrets; `value` returns the value of a variable. Arguments, properties and variables whose
    /// secrets are unavailable are removed and returned.
    pub fn reveal_secrets(&mut self, value: impl Fn(&str) -> Option<String>) -> Vec<Missing> {
        let mut missing = Vec::new();
        let mut keep = |of: &str, text: &mut String| match revealed(text, &value) {
            Ok(whole) => {
                *text = whole;
                true
            }
            Err(variables) => {
                missing.push(Missing { of: of.to_owned(), variables });
                false
            }
        };
        self.arguments.retain_mut(|argument| {
            let of = argument.split_once('=').map_or(&**argument, |(name, _)| name).to_owned();
            keep(of.strip_prefix("-D").unwrap_or(&of), argument)
        });
        self.properties.retain_mut(|(name, value)| keep(name, value));
        self.environment.retain_mut(|(name, value)| value.as_mut().is_none_or(|value| keep(name, value)));
        missing.sort_unstable();
        missing.dedup();
        missing
    }
}

/// A command or an argument of any program with its secrets hidden; `name` names secrets that the text itself
/// does not name.
pub fn hide(name: &str, text: &str) -> String {
    Hidden::default().inside(name, text)
}

/// A text with its secrets restored; `value` returns the value of a variable. Errors: the variables without a
/// value.
pub fn revealed(text: &str, value: impl Fn(&str) -> Option<String>) -> Result<String, Vec<String>> {
    let (mut whole, mut rest, mut missing) = (String::new(), text, Vec::new());
    while let Some((before, name, after)) = next_placeholder(rest) {
        whole.push_str(before);
        let variable = format!("{VARIABLE}{name}");
        match value(&variable) {
            Some(secret) => whole.push_str(&secret),
            None => missing.push(variable),
        }
        rest = after;
    }
    whole.push_str(rest);
    if missing.is_empty() { Ok(whole) } else { Err(missing) }
}

/// The text before the next placeholder, the variable name without its prefix, and the text after it.
fn next_placeholder(text: &str) -> Option<(&str, &str, &str)> {
    let is_name =
        |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    text.match_indices(OPEN).find_map(|(at, _)| {
        let (name, after) = text[at + OPEN.len()..].split_once(CLOSE)?;
        is_name(name).then_some((&text[..at], name, after))
    })
}

/// The secrets of one launch or command so far, each with its own variable.
#[derive(Debug, Default)]
struct Hidden {
    /// (name of the variable without the prefix, secret).
    known: Vec<(String, String)>,
}

impl Hidden {
    /// Hides the secrets of a JVM argument.
    fn argument(&mut self, argument: &str) -> String {
        let dashes = if argument.starts_with("-D") {
            2
        } else {
            argument.len() - argument.trim_start_matches('-').len()
        };
        match argument[dashes..].split_once('=') {
            // The options of an agent, or a module's name: a value with key-value pairs of its own.
            Some((name, _)) if dashes == 0 || name.contains(':') => self.inside("", argument),
            Some((name, value)) => format!("{}{name}={}", &argument[..dashes], self.value(name, value)),
            None => self.inside("", argument),
        }
    }

    /// Hides the secrets in the value of a named property or option.
    fn value(&mut self, name: &str, value: &str) -> String {
        if is_secret(name) { self.placeholder(&[name], value) } else { self.inside(name, value) }
    }

    /// Hides the secrets inside a text.
    fn inside(&mut self, name: &str, text: &str) -> String {
        let (mut whole, mut copied) = (String::new(), 0);
        for found in scan::secrets(text) {
            whole.push_str(&text[copied..found.at.start]);
            whole.push_str(&self.placeholder(&[name, &found.name], &text[found.at.clone()]));
            copied = found.at.end;
        }
        whole.push_str(&text[copied..]);
        whole
    }

    /// The placeholder of a secret. A switch is no secret, and neither is a reference that the program
    /// resolves itself.
    fn placeholder(&mut self, names: &[&str], secret: &str) -> String {
        if is_open(secret) {
            return secret.to_owned();
        }
        let name = self.variable(names, secret);
        format!("{OPEN}{name}{CLOSE}")
    }

    fn variable(&mut self, names: &[&str], secret: &str) -> String {
        let names: Vec<String> =
            names.iter().map(|name| capitals(name)).filter(|name| !name.is_empty()).collect();
        let plain = if names.is_empty() { "VALUE".to_owned() } else { names.join("_") };
        for count in 1.. {
            let name = if count == 1 { plain.clone() } else { format!("{plain}_{count}") };
            match self.known.iter().find(|(known, _)| *known == name) {
                Some((_, known)) if known == secret => return name,
                Some(_) => {}
                None => {
                    self.known.push((name.clone(), secret.to_owned()));
                    return name;
                }
            }
        }
        plain
    }
}

/// Whether a value discloses nothing: it is empty, a switch, or a reference to a value elsewhere.
fn is_open(value: &str) -> bool {
    let is_hidden = || matches!(next_placeholder(value), Some(("", _, "")));
    value.is_empty() || ["true", "false"].contains(&value) || is_hidden()
}

/// A text of the same length in bytes with placeholders masked, except for their initial `$`.
fn masked(text: &str) -> String {
    let (mut masked, mut rest) = (String::new(), text);
    while let Some((before, name, after)) = next_placeholder(rest) {
        masked.push_str(before);
        masked.push('$');
        masked.extend(std::iter::repeat_n(scan::MASK, OPEN.len() + name.len()));
        rest = after;
    }
    masked + rest
}

/// Converts `my.password` to `MY_PASSWORD`.
fn capitals(name: &str) -> String {
    let text: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' }).collect();
    text.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn hidden(arguments: &[&str]) -> Vec<String> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        let mut launch = Launch { arguments, ..Launch::default() };
        launch.hide_secrets();
        launch.arguments
    }

    #[test]
    fn values_of_properties_with_secret_names_are_hidden_and_named() {
        assert_eq!(
            hidden(&["-Dmy.password=x y", "-Dapi.key=k", "-Dkeystore.type=JKS", "-Xmx1g", "--token=t"]),
            [
                "-Dmy.password=${env:FAULTLINE_SECRET_MY_PASSWORD}",
                "-Dapi.key=${env:FAULTLINE_SECRET_API_KEY}",
                "-Dkeystore.type=JKS",
                "-Xmx1g",
                "--token=${env:FAULTLINE_SECRET_TOKEN}",
            ]
        );
    }

    #[test]
    fn secrets_inside_of_values_are_hidden_and_the_rest_stays() {
        for (argument, expected) in [
            (
                "-Ddb.url=jdbc:x://u:p%40@h:1/d?a=b",
                "-Ddb.url=jdbc:x://u:${env:FAULTLINE_SECRET_DB_URL_PASSWORD}@h:1/d?a=b",
            ),
            (
                "-Du=jdbc:y://h/d?user=u&password=p&c=1",
                "-Du=jdbc:y://h/d?user=u&password=${env:FAULTLINE_SECRET_U_PASSWORD}&c=1",
            ),
            (
                "-javaagent:/a.jar=apiKey=k,host=h",
                "-javaagent:/a.jar=apiKey=${env:FAULTLINE_SECRET_APIKEY},host=h",
            ),
            ("-DargLine=-Dpwd=s -Xmx1g", "-DargLine=-Dpwd=${env:FAULTLINE_SECRET_ARGLINE_PWD} -Xmx1g"),
            (
                "-Dj={\"password\":\"a b\",\"x\":1}",
                "-Dj={\"password\":\"${env:FAULTLINE_SECRET_J_PASSWORD}\",\"x\":1}",
            ),
        ] {
            assert_eq!(hidden(&[argument]), [expected]);
        }
    }

    #[test]
    fn switches_and_what_is_hidden_already_stay() {
        for argument in [
            "-Duse.password=true",
            "-Dpassword=",
            "-Dpassword=${env:FAULTLINE_SECRET_PASSWORD}",
            "-Dpassword",
        ] {
            assert_eq!(hidden(&[argument]), [argument]);
        }
    }

    #[test]
    fn two_secrets_never_share_a_variable_and_one_has_one() {
        let mut launch = Launch {
            arguments: vec!["-Da.password=1".into(), "-Da-password=2".into()],
            properties: vec![("a.password".into(), "2".into()), ("b.token".into(), "1".into())],
            ..Launch::default()
        };
        launch.hide_secrets();
        assert!(launch.arguments[1].ends_with("_A_PASSWORD_2}"), "{launch:?}");
        assert!(launch.properties[0].1.ends_with("_A_PASSWORD_2}"), "{launch:?}");
        assert!(launch.properties[1].1.ends_with("_B_TOKEN}"), "{launch:?}");
    }

    #[test]
    fn what_is_hidden_comes_back_from_variables_or_is_left_out_and_told() {
        let plain = Launch {
            arguments: vec!["-Dmy.password=x".into(), "-Ddb=j://u:p@h".into(), "-Xmx1g".into()],
            properties: vec![("token".into(), "t".into()), ("y".into(), "1".into())],
            environment: vec![("API_KEY".into(), Some("k".into())), ("Z".into(), None)],
            ..Launch::default()
        };
        let mut launch = plain.clone();
        launch.hide_secrets();
        let kept = launch.clone();
        let of = |variable: &str| match variable.strip_prefix(VARIABLE) {
            Some("MY_PASSWORD") => Some("x".to_owned()),
            Some("DB_PASSWORD") => Some("p".to_owned()),
            Some("TOKEN") => Some("t".to_owned()),
            Some("API_KEY") => Some("k".to_owned()),
            _ => None,
        };
        assert_eq!(launch.reveal_secrets(of), []);
        assert_eq!(launch, plain);
        let mut launch = kept;
        let missing = launch.reveal_secrets(|_| None);
        assert_eq!(
            (launch.arguments, launch.properties, launch.environment),
            (vec!["-Xmx1g".into()], vec![("y".into(), "1".into())], vec![("Z".into(), None)])
        );
        let names: Vec<_> = missing.iter().map(|one| (&*one.of, &*one.variables[0])).collect();
        assert_eq!(
            names,
            [
                ("API_KEY", "FAULTLINE_SECRET_API_KEY"),
                ("db", "FAULTLINE_SECRET_DB_PASSWORD"),
                ("my.password", "FAULTLINE_SECRET_MY_PASSWORD"),
                ("token", "FAULTLINE_SECRET_TOKEN"),
            ]
        );
    }

    #[test]
    fn only_our_variables_are_ever_asked_for() {
        let text = "${env:PATH} ${env:FAULTLINE_SECRET_} ${env:FAULTLINE_SECRET_a b}";
        assert_eq!(revealed(text, |_| panic!("nothing is asked for")), Ok(text.to_owned()));
    }

    #[test]
    fn commands_keep_what_the_shell_is_to_find() {
        let text = "gen --token abc --key='d e' --pass \"$PASS\" {class} --secret={out}";
        assert_eq!(
            hide("command", text),
            "gen --token ${env:FAULTLINE_SECRET_COMMAND_TOKEN} --key='${env:FAULTLINE_SECRET_COMMAND_KEY}' \
             --pass \"$PASS\" {class} --secret={out}"
        );
    }

    #[test]
    fn what_is_hidden_is_not_hidden_again() {
        for text in [
            "https://ghp_0123456789abcdefghij@h/x",
            "https://u:p@h/x",
            "j:oracle:thin:scott/tiger@//h:1/d",
            "a=http://token=a:b&c@h",
            "--token x --password 'a b' {\"secret\": \"c\"}",
        ] {
            let once = hide("n", text);
            assert!(once.contains(OPEN), "{once}");
            assert_eq!(hide("n", &once), once);
        }
    }

    #[test]
    fn a_secret_beside_one_that_is_hidden_is_hidden_too() {
        let hidden = "${env:FAULTLINE_SECRET_USER}";
        assert_eq!(
            hide("", &format!("https://{hidden}:pass@h")),
            format!("https://{hidden}:${{env:FAULTLINE_SECRET_PASSWORD}}@h")
        );
        assert_eq!(
            Hidden::default().argument(&format!("-Dtoken={hidden}and-more")),
            "-Dtoken=${env:FAULTLINE_SECRET_TOKEN}"
        );
        assert_eq!(
            hide("", "http://token=a:b&c@h"),
            "http://token=${env:FAULTLINE_SECRET_TOKEN}@h",
            "what two ways find, and not all of it by one"
        );
    }

    proptest! {
        #[test]
        fn whatever_stands_there_comes_back(text in "(://|@|:|/|=|&|-D|password|token|u| |'|\"|\\$\\{|é|x){0,20}") {
            let mut hidden = Hidden::default();
            let without = hidden.inside("n", &text);
            let value = |variable: &str| {
                let name = variable.strip_prefix(VARIABLE)?;
                hidden.known.iter().find(|(known, _)| known == name).map(|(_, secret)| secret.clone())
            };
            prop_assert_eq!(revealed(&without, value), Ok(text));
        }
    }
}
