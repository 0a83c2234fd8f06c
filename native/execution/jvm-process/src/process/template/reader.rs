//! Determines which words of a command are code for the program that it starts.
//!
//! Programs are recognised by name anywhere in the command, because others start them: `env`, `timeout`,
//! `nice`, `sudo`.

/// Programs whose first non-option word is a script, as text (`-c`, `-e`) or as a file.
const INTERPRETERS: [&str; 24] = [
    "sh",
    "bash",
    "dash",
    "ash",
    "zsh",
    "ksh",
    "mksh",
    "yash",
    "posh",
    "csh",
    "tcsh",
    "fish",
    "python",
    "perl",
    "ruby",
    "node",
    "php",
    "lua",
    "awk",
    "gawk",
    "mawk",
    "nawk",
    "osascript",
    "tclsh",
];
/// Programs that take a script with `-c`, among other words.
const BY_OPTION: [&str; 4] = ["su", "runuser", "script", "flock"];
/// Programs that pass all their words to a shell as one text.
const JOINERS: [&str; 12] =
    ["ssh", "rsh", "wsl", "watch", "eval", "trap", "alias", "let", "make", "gmake", "bmake", "just"];
/// Shells of Windows with other options for scripts.
const POWER_SHELLS: [&str; 2] = ["powershell", "pwsh"];

/// The program that reads this word of a command as code; an empty text if the word is the program's name
/// itself; `None` if it is data.
pub fn reader<W: AsRef<str>>(words: &[W], at: usize) -> Option<String> {
    if at == 0 {
        return Some(String::new());
    }
    let mut from = 0;
    while from < at {
        let name = program(words[from].as_ref());
        let behind = &words[from + 1..];
        let own = at - from - 1;
        match read(&name, behind, own) {
            Reading::Code => return Some(name),
            // Arguments follow the script's name; they may contain another command.
            Reading::Data { skip } => from += skip,
        }
    }
    None
}

enum Reading {
    Code,
    /// The word is data to this program; the next `skip` words need no check.
    Data {
        skip: usize,
    },
}

/// How a program reads the word at this position after its name.
fn read<W: AsRef<str>>(name: &str, behind: &[W], own: usize) -> Reading {
    let is_code = |code: bool| if code { Reading::Code } else { Reading::Data { skip: 1 } };
    if INTERPRETERS.contains(&name) {
        return interpreted(behind, own);
    }
    if BY_OPTION.contains(&name) {
        return is_code(by_option(behind, own));
    }
    if JOINERS.contains(&name) {
        return Reading::Code;
    }
    if name == "cmd" {
        return is_code(behind[..own].iter().any(|word| is_command_option_of_cmd(word.as_ref())));
    }
    if POWER_SHELLS.contains(&name) {
        let is_file = |word: &W| {
            let word = word.as_ref().trim_start_matches(['-', '/']).to_lowercase();
            !word.is_empty() && "file".starts_with(&word)
        };
        return is_code(!behind[..own].iter().any(is_file));
    }
    Reading::Data { skip: 1 }
}

/// All words up to the script belong to the interpreter. The words after `-c 'script'` are the script's name
/// and arguments.
fn interpreted<W: AsRef<str>>(behind: &[W], own: usize) -> Reading {
    let mut is_text = false;
    let mut at = 0;
    while at < behind.len() {
        let word = behind[at].as_ref();
        if !word.starts_with(['-', '+']) || word == "-" {
            break;
        }
        is_text |= is_cluster(word);
        // `-o pipefail`
        let takes_one = ["-o", "+o", "-O", "+O"].contains(&word);
        at += if takes_one { 2 } else { 1 };
        if word == "--" {
            break;
        }
    }
    if own <= at {
        return Reading::Code;
    }
    Reading::Data { skip: if is_text { (at + 3).min(own + 1) } else { at + 2 } }
}

/// `-c SCRIPT`, `--command SCRIPT`, `--command=SCRIPT`.
fn by_option<W: AsRef<str>>(behind: &[W], own: usize) -> bool {
    let is_option = |word: &str| is_cluster(word) || word.starts_with("--") && word.contains("command");
    let word = behind[own].as_ref();
    own > 0 && is_option(behind[own - 1].as_ref()) || word.starts_with('-') && is_option(word)
}

/// Combined short options, including `c`.
fn is_cluster(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|letters| !letters.starts_with('-') && letters.contains('c'))
}

/// `/c`, `/k`, also as `/s/c`.
fn is_command_option_of_cmd(word: &str) -> bool {
    word.starts_with('/') && word.to_lowercase().split('/').any(|option| option.starts_with(['c', 'k', 'r']))
}

/// A program's name in lower case, without its folder, extension and version.
fn program(word: &str) -> String {
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word).to_lowercase();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_by(command: &str) -> Option<String> {
        let words: Vec<&str> = command.split(' ').collect();
        reader(&words, words.iter().position(|word| word.contains("{x}")).unwrap())
    }

    #[test]
    fn a_script_is_code_and_what_it_is_given_is_data() {
        for (command, program) in [
            ("{x} a", ""),
            ("sh -c {x}", "sh"),
            ("/bin/bash -lc {x}", "bash"),
            ("bash -c -e -o pipefail {x}", "bash"),
            ("sh {x}", "sh"),
            ("env A=b timeout 9 sh -ec a{x}", "sh"),
            ("sh -c exec sh bash -c {x}", "bash"),
            ("python3.11 -c {x}", "python"),
            ("perl -ne {x}", "perl"),
            ("su jo -c {x}", "su"),
            ("su --command={x} jo", "su"),
            ("cmd.exe /d /s /c mvn -Dtest={x}", "cmd"),
            ("CMD /S/C mvn {x}", "cmd"),
            ("powershell -NoProfile -Command mvn {x}", "powershell"),
            ("pwsh mvn {x}", "pwsh"),
            ("ssh host mvn -Dtest={x}", "ssh"),
            ("eval mvn {x}", "eval"),
            ("make test TESTS={x}", "make"),
        ] {
            assert_eq!(read_by(command).as_deref(), Some(program), "{command}");
        }
        for command in [
            "mvn -Dtest={x}",
            "./gradlew test --tests {x}",
            "sh -c script sh {x}",
            "sh -c script sh a b {x}",
            "bash -e run.sh -c {x}",
            "java -jar console.jar -c {x}",
            "env A={x} mvn test",
            "pwsh -NoProfile -File run.ps1 {x}",
            "cmd run {x}",
            "python3 -m pytest {x}",
        ] {
            assert_eq!(read_by(command), None, "{command}");
        }
    }
}
