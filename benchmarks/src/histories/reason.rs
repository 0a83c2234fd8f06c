//! Reads from Maven's log why a build ended before its tests.

/// Longest reason, in characters: one line of a list.
const LONGEST: usize = 200;

/// Whether the build needs an artifact that is not on this machine, or was never released.
pub fn lacks_something(log: &str) -> bool {
    [
        "offline mode",
        "Could not resolve",
        "Could not find artifact",
        "Non-resolvable",
        "not be resolved",
        "Could not transfer",
        "Error resolving version",
        "Plugin not found",
    ]
    .iter()
    .any(|words| log.contains(words))
}

/// Whether the sources are for a Java that this compiler no longer knows.
pub fn is_too_old(log: &str) -> bool {
    ["Source option", "Target option", "release version"].iter().any(|words| {
        log.lines().any(|line| {
            line.contains(words) && (line.contains("no longer supported") || line.contains("not supported"))
        })
    })
}

/// Whether the build ended because tests failed, and all that there are ran.
pub fn is_red(log: &str) -> bool {
    let goal = "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:";
    let is_cut_short =
        ["VM terminated", "error in the fork", "ExecutionException"].iter().any(|words| log.contains(words));
    log.lines().any(|line| line.starts_with(goal)) && !is_cut_short
}

/// The reason in words: what does not compile and its first error, or the step that failed.
pub fn of(log: &str) -> String {
    let is_heading = |line: &&str| line.contains("Some problems were encountered");
    let errors =
        || log.lines().filter_map(|line| line.strip_prefix("[ERROR] ")).filter(|line| !is_heading(line));
    let goal = errors().find_map(|line| line.strip_prefix("Failed to execute goal "));
    let is_compiling =
        |words: [&str; 2]| goal.is_some_and(|goal| words.iter().any(|word| goal.contains(word)));
    let first = errors().find_map(message).unwrap_or_default();
    let words = if log.contains("An exception has occurred in the compiler") {
        let thrown = log.lines().skip_while(|line| !line.starts_with("An exception has occurred")).nth(1);
        format!("the compiler fails: {}", thrown.unwrap_or_default())
    } else if is_compiling([":testCompile", ":test-compile"]) {
        format!("the tests do not compile on the parent's main sources: {first}")
    } else if is_compiling([":compile ", ":compile"]) {
        format!("the main sources do not compile: {first}")
    } else if let Some(goal) = goal {
        format!("the build fails: {goal}")
    } else if lacks_something(log) {
        format!(
            "the build needs what cannot be had: {}",
            errors().find(|line| lacks_something(line)).unwrap_or_default()
        )
    } else {
        format!("the build fails: {}", errors().next().or(log.lines().last()).unwrap_or_default())
    };
    words.replace('\t', " ").chars().take(LONGEST).collect()
}

/// The message of a compiler's error: `cannot find symbol` of `/x/A.java:[3,4] cannot find symbol`.
fn message(line: &str) -> Option<String> {
    let (place, message) = line.split_once("] ").or_else(|| line.split_once(") "))?;
    let is_place = [".java:[", ".kt:[", ".kt: ("].iter().any(|mark| place.contains(mark));
    is_place.then(|| message.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_a_compiler_is_told() {
        let log = "[INFO] x\n[ERROR] COMPILATION ERROR : \n[ERROR] /x/ATest.java:[3,4] cannot find symbol\n[ERROR]   symbol: f\n\
                   [ERROR] Failed to execute goal org.apache.maven.plugins:maven-compiler-plugin:3.8.1:testCompile (default) on x\n";
        assert_eq!(of(log), "the tests do not compile on the parent's main sources: cannot find symbol");
        let main = log.replace("testCompile", "compile");
        assert_eq!(of(&main), "the main sources do not compile: cannot find symbol");
        let other = log.replace("maven-compiler-plugin:3.8.1:testCompile", "x:1:check");
        assert!(of(&other).starts_with("the build fails: org.apache.maven.plugins:x:1:check"));
        let pom = "[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n[ERROR] Plugin not found\n";
        assert_eq!(of(pom), "the build needs what cannot be had: Plugin not found");
        let crash =
            format!("An exception has occurred in the compiler (17).\njava.lang.StackOverflowError\n{main}");
        assert_eq!(of(&crash), "the compiler fails: java.lang.StackOverflowError");
        assert_eq!(of(""), "the build fails: ");
    }

    #[test]
    fn what_can_be_had_otherwise_is_told_apart() {
        assert!(
            lacks_something("Cannot access central in offline mode")
                && !lacks_something("cannot find symbol")
        );
        let red = "[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.6:test (default-test) on x: \n";
        assert!(
            is_red(red)
                && !is_red(&format!("{red}[ERROR] The forked VM terminated\n"))
                && !is_red("[ERROR] x")
        );
        assert!(is_too_old("[ERROR] Source option 6 is no longer supported. Use 7 or later.\n"));
        assert!(!is_too_old("warning: source value 7 is obsolete"));
    }
}
