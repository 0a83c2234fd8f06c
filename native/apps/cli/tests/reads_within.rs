//! No recording can show a file outside the project, whatever path it contains.

use crate::support;

use std::fs;

use faultline_spectrum::Outcome;
use support::{Scratch, class, recording, test};

/// A secret that must not appear in any output.
const CANARY: &str = "canary-of-another-folder";

/// A recording whose suspicious class claims to be loaded from `location` and written in `file`.
fn crafted(name: &str, file: &str, location: &str) -> faultline_spectrum::Recording {
    let mut crafted = class(0, name, &[("x", "()V")], &[(0, 1), (0, 2)]);
    crafted.source_file = Some(file.to_owned());
    location.clone_into(&mut crafted.location);
    let tests = vec![
        test(0, "fails", Outcome::Failed, &[(0, &[0, 1])]),
        test(1, "passes", Outcome::Passed, &[(0, &[1])]),
    ];
    recording(vec![crafted], tests)
}

fn shown(scratch: &Scratch) -> String {
    let mut all = String::new();
    for arguments in [
        &["rank", "--level", "line"][..],
        &["rank", "--json"],
        &["rank", "--format", "sarif"],
        &["rank", "--format", "markdown"],
        &["doctor"],
        &["export", "--format", "cobertura", "--out", "c.xml"],
        &["report", "--out", "pages"],
    ] {
        let done = scratch.run(arguments);
        all.push_str(&done.out);
        all.push_str(&done.err);
    }
    let mut folders = vec![scratch.path("pages")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                all.push_str(&fs::read_to_string(path).unwrap_or_default());
            }
        }
    }
    all
}

#[test]
fn files_outside_of_the_project_and_files_that_are_no_sources_are_never_shown() {
    let outside = Scratch::new("outside");
    outside.file("passwd", &format!("{CANARY}\nx\n"));
    outside.file("src/Foo.java", &format!("{CANARY}\nx\n"));
    let elsewhere = format!("{}/target/classes/", outside.0.display());
    let crafts = [
        ("passwd", "passwd", elsewhere.as_str()),
        ("Foo", "Foo.java", elsewhere.as_str()),
        ("Foo", "../Foo.java", elsewhere.as_str()),
        ("passwd", "passwd", "/etc/target/classes/"),
        ("environ", "environ", "/proc/self/target/classes/"),
        ("x", "secret.txt", ""),
        ("Linked", "Linked.java", ""),
        ("a.Foo", "Foo.java", ""),
    ];
    for (name, file, location) in crafts {
        let scratch = Scratch::new("within");
        scratch.file("secret.txt", CANARY);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outside.path("passwd"), scratch.path("Linked.java")).unwrap();
            std::os::unix::fs::symlink(outside.path("src"), scratch.path("a")).unwrap();
        }
        scratch.record("1", &crafted(name, file, location));
        let all = shown(&scratch);
        assert!(!all.contains(CANARY) && !all.contains("root:x:"), "{name} {file} {location}: {all}");
    }
}

#[test]
fn sources_of_the_project_and_of_folders_that_are_named_are_shown() {
    let scratch = Scratch::new("shown");
    scratch.file("Foo.java", &format!("{CANARY}\nx\n"));
    scratch.record("1", &crafted("Foo", "Foo.java", ""));
    assert!(shown(&scratch).contains(CANARY), "the test above sees what is shown");
}
