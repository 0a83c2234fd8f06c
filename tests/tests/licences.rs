//! Every jar of the distribution contains the licences of third-party code in it, including nested jars and libraries.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::Dist;

/// The folder of licences in our jars; unique, because the agents' jars are on class paths of applications.
const FOLDER: &str = "META-INF/licenses/io.faultline/";

/// Jars in a folder and below it.
fn jars(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            jars(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "jar") {
            found.push(path);
        }
    }
}

/// Unpacks a jar and lists its files.
fn unpacked(jar: &Path, to: &Path) -> BTreeSet<String> {
    fs::create_dir_all(to).expect("a folder");
    let done = Command::new("jar")
        .arg("--extract")
        .arg("--file")
        .arg(jar)
        .current_dir(to)
        .output()
        .expect("the JDK's jar");
    assert!(done.status.success(), "{}: {}", jar.display(), String::from_utf8_lossy(&done.stderr));
    let listed = Command::new("find")
        .args([".", "-type", "f", "-printf", "%P\n"])
        .current_dir(to)
        .output()
        .expect("find");
    String::from_utf8(listed.stdout).expect("names").lines().map(str::to_owned).collect()
}

fn ends(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|found| found == ending)
}

/// The licences that a jar must contain, given its files.
fn wanted(names: &BTreeSet<String>) -> BTreeSet<&'static str> {
    let mut wanted = BTreeSet::from(["LICENSE"]);
    for name in names {
        let inside = name.strip_prefix("META-INF/faultline/").unwrap_or_default();
        let file = name.rsplit('/').next().unwrap_or_default();
        if name.ends_with("asm/ClassReader.class") || inside.starts_with("asm/") {
            wanted.insert("asm.txt");
        } else if ["libfaultline.so", "libfaultline.dylib", "faultline.dll"].contains(&file) {
            wanted.insert("core.txt");
        } else if !inside.is_empty() && ["faultline", "faultline.exe"].contains(&file) {
            wanted.insert("program.txt");
        }
    }
    wanted
}

/// A class that is neither ours nor our relocated ASM.
fn of_others(names: &BTreeSet<String>) -> Option<&String> {
    let ours = ["io/faultline/", "java/lang/$Faultline"];
    names.iter().find(|name| ends(name, "class") && !ours.iter().any(|prefix| name.starts_with(prefix)))
}

fn check(jar: &Path, scratch: &Path) {
    let folder = scratch.join(jar.file_name().expect("a name"));
    let names = unpacked(jar, &folder);
    assert_eq!(of_others(&names), None, "{} holds a class whose licence nothing is known of", jar.display());
    for licence in wanted(&names) {
        let held = fs::read(folder.join(FOLDER).join(licence));
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let kept = if licence == "LICENSE" {
            kept.join(licence)
        } else {
            kept.join("release/licences").join(licence)
        };
        assert!(
            held.is_ok_and(|held| held == fs::read(kept).expect("a kept text")),
            "{} has no {FOLDER}{licence}",
            jar.display()
        );
    }
    for inside in names.iter().filter(|name| ends(name, "jar")) {
        let nested = folder.join(inside);
        if nested.file_name().is_some_and(|name| name.to_string_lossy().starts_with("faultline-")) {
            check(&nested, &folder.with_extension("nested"));
        } else if !inside.starts_with("META-INF/faultline/asm/") {
            let names = unpacked(&nested, &scratch.join("of others").join(inside));
            let is_licence = |name: &String| name.starts_with("META-INF/LICENSE");
            assert!(
                names.iter().any(is_licence),
                "{} holds {inside}, which has no licence in it",
                jar.display()
            );
        }
    }
}

#[test]
fn every_jar_holds_the_licences_of_what_is_in_it() {
    let mut found = Vec::new();
    jars(&Dist::find().folder().join("lib"), &mut found);
    jars(&Dist::find().folder().join("maven"), &mut found);
    assert!(found.len() >= 8, "six agents and two plugins: {found:?}");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("licences");
    let _ = fs::remove_dir_all(&scratch);
    for jar in &found {
        check(jar, &scratch);
    }
}
