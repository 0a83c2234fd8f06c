//! Options from users: rules, commands with placeholders, commands with secrets.

use faultline_jvm_process::process::template::PREFIX;
use faultline_jvm_process::process::template::line::Line;
use faultline_jvm_process::process::template::names::names_in;
use faultline_jvm_process::process::template::words::Words;
use faultline_quality_gate::Rule;
use faultline_spectrum::Launch;
use faultline_spectrum::secrets::{VARIABLE, hide, revealed};

/// A value that would run a command in a shell.
const VALUE: &str = "$(touch ran)`touch ran`;touch ran\n'\"{class}";
const NAMES: &[&str] = &["class", "path", "seconds"];
const NUMBERS: [&str; 1] = ["seconds"];

const RULES: [&str; 6] = [
    "ddu>=0.1",
    "suspects < 3",
    "class:org.x.*:covered at least 0.8",
    "package:org.?:tests<=7",
    "class:uniqueness > -0",
    "entbug at most 4e-1",
];
const COMMANDS: [&str; 6] = [
    "gen {class} {seconds} > {path}/log 2>&1 || exit 1",
    "x=\"$(gen {class} \"a b\")\"; sh -c 'gen \"$1\"' sh {path}",
    "case {class} in a) b $(({seconds} * 2));; esac # it's {class}",
    "A={path} env gen -m{seconds} \"$FAULTLINE_CLASS\" 'c {}' \\{class}",
    "cat <<END\na\nEND\nbash <<< x; eval y `z`",
    "mvn\0-Dtest={class}\0sh\0-c\0x \"$1\"\0sh\0{path}",
];
const SECRETS: [&str; 8] = [
    "gen --token abc --key='d e' --pass \"$PASS\" {class}",
    "https://u:p%40@h:1/d?access_token=t&b=c",
    "https://ghp_0123456789abcdefghij@h/x",
    "https://ghp_02345678abcdefghijkl@//8passcode:1j@h/8",
    "https://ghgen402345678abcdefgh@h:1rd=0-a-pass:1/ssoken=/befghij@h/x",
    "jdbc:oracle:thin:scott/tiger@//h:1/d, Authorization: Bearer abc.def",
    "-Dj={\"password\":\"a b\",\"x\":1} -Dpwd=${env:FAULTLINE_SECRET_PWD}",
    "-Da.password=1\0-Da-password=2\0db.token\0x",
];

fn owned(all: &[&str]) -> Vec<Vec<u8>> {
    all.iter().map(|text| text.as_bytes().to_vec()).collect()
}

pub(super) fn rule_seeds() -> Vec<Vec<u8>> {
    owned(&RULES)
}

pub(super) fn template_seeds() -> Vec<Vec<u8>> {
    owned(&COMMANDS)
}

pub(super) fn secret_seeds() -> Vec<Vec<u8>> {
    owned(&SECRETS)
}

/// A rule round-trips; an invalid one is refused in one line with the reason.
pub(super) fn rule(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    match text.parse::<Rule>() {
        Ok(rule) => {
            assert!(Rule::is_meant_by(&text) && rule.limit.is_finite());
            assert_eq!(rule.to_string().parse(), Ok(rule));
            true
        }
        Err(error) => {
            let said = error.to_string();
            assert!(said.contains('\'') || said.contains("the rule"), "{said}");
            assert!(!said.contains('\n'), "{said}");
            false
        }
    }
}

/// A command as one line, and as words separated by zero bytes.
pub(super) fn template(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let is_line = line(&text);
    let is_words = words(&text.split('\0').map(str::to_owned).collect::<Vec<_>>());
    is_line || is_words
}

/// A shell gets a line's own characters, with quoted variables in place of placeholders. Parsed again, the line has no placeholders
/// left and is unchanged.
fn line(text: &str) -> bool {
    let line = match Line::of(text, &NUMBERS) {
        Ok(line) => line,
        Err(misplaced) => {
            let said = misplaced.sentence("--command", "a", "b");
            assert!(said.starts_with("--command has ") && !misplaced.place.is_empty(), "{said}");
            assert!(text.to_lowercase().contains(&misplaced.name), "{misplaced:?} is not in it");
            return false;
        }
    };
    let variable = |name: &str| format!("{PREFIX}{}", name.to_uppercase());
    let shown = line.text(variable);
    let again = Line::of(&shown, &NUMBERS).expect("a variable stands where a name stood");
    assert_eq!(again.text(variable), shown, "a name was left");
    if cfg!(unix) && !text.contains(PREFIX) {
        let back = names_in(text).fold(shown, |shown, name| {
            let (braces, variable) = (format!("{{{}}}", name.name), variable(name.name));
            let shown = shown.replace(&format!("\"${variable}\""), &braces);
            shown.replace(&format!("${{{variable}}}"), &braces)
        });
        assert_eq!(back, text, "something else than a variable stands in the place of a name");
    }
    true
}

/// A value becomes part of one argument verbatim; program names and scripts have no placeholders.
fn words(all: &[String]) -> bool {
    let Ok(words) = Words::of(all.to_vec(), NAMES) else { return false };
    assert_eq!(words.words(), all);
    for (at, word) in all.iter().enumerate() {
        let names: Vec<_> = names_in(word).filter(|name| NAMES.contains(&name.name)).collect();
        let filled = words.filled(word, |_| VALUE.to_owned());
        assert!(at > 0 || names.is_empty(), "a value names the program");
        let plain = names.iter().map(|name| name.at.len()).sum::<usize>();
        assert_eq!(filled.len(), word.len() - plain + names.len() * VALUE.len(), "a value is read once more");
        assert_eq!(words.filled(word, |name| format!("{{{name}}}")), *word);
    }
    true
}

/// Hidden secrets are not hidden again, can be restored, and do not occur in what is kept.
pub(super) fn secrets(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    let once = hide("command", &text);
    assert_eq!(hide("command", &once), once, "what is hidden was hidden again");
    let mut parts = text.split('\0').map(str::to_owned);
    let arguments = parts.by_ref().take(2).collect();
    let properties = parts.next().map(|name| (name, parts.next().unwrap_or_default())).into_iter().collect();
    let environment = parts.next().map(|name| (name, parts.next())).into_iter().collect();
    let plain = Launch { arguments, properties, environment, ..Launch::default() };
    let mut hidden = plain.clone();
    hidden.hide_secrets();
    let mut twice = hidden.clone();
    twice.hide_secrets();
    assert_eq!(twice, hidden, "what is hidden was hidden again");
    let mut shown = hidden.clone();
    // A variable without a value is reported as missing, and nothing else is.
    let missing = shown.reveal_secrets(|_| None);
    assert!(missing.iter().all(|one| one.variables.iter().all(|variable| variable.starts_with(VARIABLE))));
    assert!(shown.arguments.iter().all(|left| plain.arguments.contains(left)), "{shown:?} of {plain:?}");
    let has_own = text.contains("${env:FAULTLINE_SECRET_");
    assert!(has_own || revealed(&text, |_| None).as_deref() == Ok(&*text));
    once != text
}
