//! The agent's options, as they stand after `-javaagent:JAR=`.

use std::borrow::Cow;
use std::fmt::{self, Display as _};
use std::path::{MAIN_SEPARATOR, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// What the agent is told. Displays as `key=value,key=value` with percent-encoded values.
#[derive(Debug)]
pub struct AgentOptions<'a> {
    /// Folder to record into, absolute: forked JVMs have working directories of their own.
    pub dir: &'a Path,
    /// Project folder, absolute.
    pub root: &'a Path,
    /// Class-name patterns to record.
    pub include: &'a [&'a str],
    /// Class-name patterns to leave out.
    pub exclude: &'a [&'a str],
    /// What is recorded besides lines: `branches`, `returns`.
    pub elements: &'a [&'a str],
    /// Whether the JVM adds the agent to the JVMs that it starts.
    pub fork: bool,
}

impl fmt::Display for AgentOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("dir=")?;
        encode(f, &slashed(self.dir.as_os_str().as_encoded_bytes(), MAIN_SEPARATOR))?;
        f.write_str(",root=")?;
        encode(f, &slashed(self.root.as_os_str().as_encoded_bytes(), MAIN_SEPARATOR))?;
        patterns(f, ",include=", self.include)?;
        patterns(f, ",exclude=", self.exclude)?;
        patterns(f, ",elements=", self.elements)?;
        if self.fork { f.write_str(",fork=true") } else { Ok(()) }
    }
}

/// A path with slashes, which Java takes everywhere and which need no encoding.
fn slashed(path: &[u8], separator: char) -> Cow<'_, [u8]> {
    if separator == '/' {
        return Cow::Borrowed(path);
    }
    Cow::Owned(path.iter().map(|&byte| if char::from(byte) == separator { b'/' } else { byte }).collect())
}

fn patterns(f: &mut fmt::Formatter<'_>, key: &str, patterns: &[&str]) -> fmt::Result {
    for (at, pattern) in patterns.iter().enumerate() {
        f.write_str(if at == 0 { key } else { ":" })?;
        encode(f, pattern.as_bytes())?;
    }
    Ok(())
}

/// All but letters, digits and `-._/`. That leaves nothing that a shell, a build tool's script
/// (Gradle's goes through `eval`) or the JVM's own splitting could take for something else: no
/// blank, no quote, no `$`, no `*`.
const HIDDEN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'/');

fn encode(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    percent_encode(bytes, HIDDEN).fmt(f)
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
        };
        assert_eq!(
            options.to_string(),
            "dir=/home/jo%20doe/%C3%A9/.faultline,root=/home/a%2Cb%3Dc%25,\
             include=org.x.%2A:org.y.A%24B%3F,exclude=org.x.gen.%2A,elements=branches:returns,fork=true"
        );
    }

    #[test]
    fn paths_of_windows_have_slashes_too() {
        assert_eq!(&*slashed(br"C:\a b\c", '\\'), b"C:/a b/c");
        assert_eq!(&*slashed(br"/a\b", '/'), br"/a\b");
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
        };
        assert_eq!(options.to_string(), "dir=/d,root=/r");
    }
}
