//! The agent's options, in the format after `-javaagent:JAR=`.

use std::borrow::Cow;
use std::fmt;
use std::path::{MAIN_SEPARATOR, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// The agent's options. Displays as `key=value,key=value` with percent-encoded values.
#[derive(Debug)]
pub struct AgentOptions<'a> {
    /// Folder to record into, absolute, since forked JVMs have other working directories.
    pub dir: &'a Path,
    /// Project folder, absolute.
    pub root: &'a Path,
    /// Class-name patterns to record.
    pub include: &'a [&'a str],
    /// Class-name patterns to exclude.
    pub exclude: &'a [&'a str],
    /// Kinds of elements recorded besides lines: `branches`, `returns`.
    pub elements: &'a [&'a str],
    /// Whether the JVM attaches the agent to JVMs that it starts.
    pub fork: bool,
    /// The process that records, if it locks the folder until the recording ends: a JVM which outlives it can tell,
    /// also where it was killed and another one has locked the folder since.
    pub run: Option<u32>,
    /// The baseline by which tests are left out; `None` if all run.
    pub baseline: Option<&'a Path>,
    /// The baseline by which the tests most likely to fail run first; `None` if all run in the build's order.
    pub order: Option<&'a Path>,
}

impl fmt::Display for AgentOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(MAIN_SEPARATOR))
    }
}

impl AgentOptions<'_> {
    /// The text on a system with this path separator.
    fn text(&self, separator: char) -> String {
        let path = |path: &Path| encoded(&slashed(path.as_os_str().as_encoded_bytes(), separator));
        let mut text = format!("dir={},root={}", path(self.dir), path(self.root));
        patterns(&mut text, ",include=", self.include);
        patterns(&mut text, ",exclude=", self.exclude);
        patterns(&mut text, ",elements=", self.elements);
        text.push_str(if self.fork { ",fork=true" } else { "" });
        text.push_str(&self.run.map_or_else(String::new, |process| format!(",run={process}")));
        text.push_str(&self.baseline.map_or_else(String::new, |file| format!(",baseline={}", path(file))));
        text.push_str(&self.order.map_or_else(String::new, |file| format!(",order={}", path(file))));
        // Batch files, such as build tools on Windows, may expand `%20` as an argument. No other `@` is left.
        if separator == '/' { text } else { format!("escape=@,{}", text.replace('%', "@")) }
    }
}

/// A path with slashes, which Java accepts on every system and which need no encoding.
fn slashed(path: &[u8], separator: char) -> Cow<'_, [u8]> {
    if separator == '/' {
        return Cow::Borrowed(path);
    }
    Cow::Owned(path.iter().map(|&byte| if char::from(byte) == separator { b'/' } else { byte }).collect())
}

fn patterns(text: &mut String, key: &str, patterns: &[&str]) {
    for (at, pattern) in patterns.iter().enumerate() {
        text.push_str(if at == 0 { key } else { ":" });
        text.push_str(&encoded(pattern.as_bytes()));
    }
}

/// Encodes everything except letters, digits and `-._/`. Nothing is left that a shell, a build tool's script
/// (Gradle's uses `eval`) or the JVM could interpret: no blank, quote, `$` or `*`.
const HIDDEN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'/');

fn encoded(bytes: &[u8]) -> String {
    percent_encode(bytes, HIDDEN).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_percent_encoded_and_patterns_joined_by_colons() {
        let options = AgentOptions {
            dir: Path::new("/home/jo doe/é/.faultline"),
            root: Path::new("/home/a,b=c%"),
            include: &["org.x.*", "org.y.A$B?"],
            exclude: &["org.x.gen.*"],
            elements: &["branches", "returns"],
            fork: true,
            run: Some(4711),
            baseline: Some(Path::new("/home/b.flb")),
            order: Some(Path::new("/home/o.flb")),
        };
        assert_eq!(
            options.to_string(),
            "dir=/home/jo%20doe/%C3%A9/.faultline,root=/home/a%2Cb%3Dc%25,\
             include=org.x.%2A:org.y.A%24B%3F,exclude=org.x.gen.%2A,elements=branches:returns,fork=true,run=4711,baseline=/home/b.flb,order=/home/o.flb"
        );
    }

    #[test]
    fn on_windows_paths_have_slashes_and_batch_files_find_no_percent_sign() {
        let options = AgentOptions {
            dir: Path::new(r"C:\a b\.faultline"),
            root: Path::new(r"C:\a@b"),
            include: &["org.x.*"],
            exclude: &[],
            elements: &[],
            fork: true,
            run: None,
            baseline: None,
            order: None,
        };
        let expected = "escape=@,dir=C@3A/a@20b/.faultline,root=C@3A/a@40b,include=org.x.@2A,fork=true";
        assert_eq!(options.text('\\'), expected);
    }

    #[test]
    fn what_is_not_asked_for_is_not_mentioned() {
        let options = AgentOptions {
            dir: Path::new("/d"),
            root: Path::new("/r"),
            include: &[],
            exclude: &[],
            elements: &[],
            fork: false,
            run: None,
            baseline: None,
            order: None,
        };
        assert_eq!(options.to_string(), "dir=/d,root=/r");
    }
}
