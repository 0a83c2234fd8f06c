//! Help text of `faultline commits`.

/// The text after the options.
pub const HELP: &str = "\
The columns:
  rank     place in the list; uncommitted changes come first if failing tests run them
  share    the commit's share of all votes. Each suspicious line votes with 1/rank for the commits that changed its
           method, most for the last one: each earlier change gets a tenth less (FONTE, An et al. 2023)
  commit   hash, date, author and subject of the commit
  wrote    number of lines run by failing tests whose present form is from this commit
  of it    the most suspicious of these lines, or the method that the commit changed

Files are followed through renames, methods through moves in their file. A commit that changes only white space,
comments and style is no candidate: Java sources are compared as tokens. Only --bisect needs the program git.

--bisect tests commits in a temporary worktree until the first bad one is found; your files, branch and index do not
change. Each test halves the votes, not the number of commits. CMD runs without a shell, in the folder that
corresponds to the current one. Exit code 0 is good, 125 skips the commit, other codes from 1 to 127 are bad, higher
codes end the bisection (as in `git bisect run`). The present sources of the failing tests replace those of each
commit, because older commits lack them; --tests-as-committed keeps the commit's.

{tests} in CMD stands for the failing tests in the syntax of Surefire's -Dtest, {classes} for their classes; after --tests
in Gradle's syntax, after --select-method and --select-class in that of JUnit's console. Names are arguments and
never part of a script: a script reads them as \"$1\" or from FAULTLINE_TESTS and FAULTLINE_CLASSES.

Examples:
  faultline commits
  faultline commits --failing 'org.example.FooTest#bar' --top 3
  faultline commits --bisect -- mvn -q test -Dtest={tests}
  faultline commits --bisect -- sh -c 'mvn -q compile && mvn -q test -Dtest=\"$1\"' sh {tests}
  faultline commits --good v1.4 --bisect -- ./gradlew test --tests {classes}
  faultline commits --json | jq -r '.groups[0].candidates[0].commit'";
