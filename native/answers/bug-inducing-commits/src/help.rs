//! Help text of `faultline commits`.

/// The text after the options.
pub const HELP: &str = "\
The columns:
  rank     place in the list; what is not committed yet comes first if failing tests run it
  share    its part of all votes. Each suspicious line votes with 1/rank for the commits that changed its
           method, the last one most: each later change takes a tenth (FONTE, An et al. 2023)
  commit   date, author, subject: as the commit has them
  wrote    how many of the lines that failing tests run it wrote as they are now
  of it    the most suspicious of these, or the method that it changed

Files are followed through renames, methods wherever they move in their file. A commit that changes nothing but
white space, comments and style is no candidate: sources are compared as Java has them. The program git is
not needed, but for --bisect.

--bisect tests commits until the first bad one is found, in a worktree of its own, gone at the end: your files, branch
and index stay as they are. What is tested next halves the votes, not the number of commits. CMD is run for each
without a shell, in the folder that stands for this one: 0 is good, 125 cannot be told, 1 to 127 else is bad, more
ends it (as for `git bisect run`). The sources of the failing tests are put over those of each commit, as they
are here: older commits do not have them (--tests-as-committed leaves them).

{tests} in CMD becomes the failing tests, as Surefire's -Dtest takes them, and {classes} their classes; behind --tests
they are as Gradle takes them, behind --select-method and --select-class as JUnit's console does. Names are arguments and
never a part of a script: a script takes them as \"$1\" or from FAULTLINE_TESTS and FAULTLINE_CLASSES.

Examples:
  faultline commits
  faultline commits --failing 'org.example.FooTest#bar' --top 3
  faultline commits --bisect -- mvn -q test -Dtest={tests}
  faultline commits --bisect -- sh -c 'mvn -q compile && mvn -q test -Dtest=\"$1\"' sh {tests}
  faultline commits --good v1.4 --bisect -- ./gradlew test --tests {classes}
  faultline commits --json | jq -r '.groups[0].candidates[0].commit'";
