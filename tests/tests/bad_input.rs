//! Bad input gives one clear line, and the host's tests end as without the agent.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use faultline_tests::compatibility::Jvm;
use faultline_tests::{Dist, Fixture, Matrix, maven};

/// Two JUnit 4 tests, one of which fails, compiled once with their libraries beside them.
fn project() -> &'static Path {
    static PROJECT: OnceLock<PathBuf> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let scratch = env!("CARGO_TARGET_TMPDIR");
        let fixture = Fixture::copy_as("builds/plain-java", scratch, "bad-input");
        maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
        fixture.folder
    })
}

/// A fresh folder for recordings.
fn folder(name: &str) -> PathBuf {
    let folder = project().join("recorded").join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";

/// Runs the tests' JVM with these arguments before the class path.
fn java(arguments: &[String]) -> Output {
    shell(&format!("exec java {}", quoted(arguments)))
}

fn quoted(arguments: &[String]) -> String {
    let words: Vec<_> = arguments.iter().map(|word| format!("'{word}'")).collect();
    format!("{} -cp '{CLASS_PATH}' org.junit.runner.JUnitCore org.example.GreeterTest", words.join(" "))
}

fn shell(script: &str) -> Output {
    let mut command = Command::new("sh");
    command.args(["-c", script]).current_dir(project()).stdin(Stdio::null());
    command.output().expect("a shell starts")
}

fn agent(options: &str) -> String {
    format!("-javaagent:{}={options}", Dist::find().agent().display())
}

/// The output of the tests, without durations.
fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter(|line| !line.starts_with("Time:")).collect::<Vec<_>>().join("\n")
}

/// Asserts that the tests ended as without the agent, and that one line with these words was printed.
#[track_caller]
fn one_line(output: &Output, words: &[&str]) {
    let alone = java(&[]);
    assert_eq!(alone.status.code(), Some(1), "one of the fixture's tests fails");
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), alone.status.code(), "{err}");
    assert_eq!(printed(output), printed(&alone), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.starts_with("faultline: ") && words.iter().all(|word| err.contains(word)), "{err}");
}

#[test]
fn an_option_that_there_is_none_of_is_one_line() {
    one_line(&java(&[agent("colour=red")]), &["\"colour\"", "without recording"]);
    one_line(&java(&[agent("fork=perhaps")]), &["\"perhaps\"", "without recording"]);
}

#[test]
fn a_file_in_the_place_of_the_folder_is_one_line() {
    one_line(&java(&[agent("dir=/dev/null/recorded")]), &["/dev/null is not a folder", "without recording"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_one_line_when_the_first_class_comes() {
    // Not even root can create folders there.
    one_line(
        &java(&[agent("dir=/proc/recorded")]),
        &["no file could be made in /proc/recorded", "unrecorded"],
    );
}

#[test]
fn a_limit_on_the_size_of_files_that_stops_the_library_is_one_line() {
    let folder = folder("limit");
    let arguments = [agent(&format!("dir={}", folder.display())), "-XX:-UsePerfData".to_owned()];
    let output = shell(&format!("ulimit -f 1; exec java {}", quoted(&arguments)));
    one_line(&output, &["native library could not be loaded", "without recording"]);
}

/// Uses a disk of 8 KB in a separate mount namespace.
#[test]
fn a_full_disk_is_one_line_and_what_was_written_can_be_read() {
    if !Command::new("unshare").args(["-rm", "true"]).status().is_ok_and(|status| status.success()) {
        println!("skipped: mount namespaces are not allowed here");
        return;
    }
    let disk = folder("disk");
    fs::create_dir_all(&disk).expect("a folder can be made");
    let kept = folder("kept");
    let script = format!(
        "mount -t tmpfs -o size=8k none '{disk}' && head -c 4000 /dev/zero > '{disk}/ballast' && \
         {{ java {java}; code=$?; mkdir -p '{kept}'; cp '{disk}'/*.flt '{kept}'; exit $code; }}",
        disk = disk.display(),
        kept = kept.display(),
        java = quoted(&[agent(&format!("dir={},include=org.%2A", disk.display()))]),
    );
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", &script])
        .current_dir(project())
        .output()
        .expect("unshare starts");
    one_line(&output, &["recording stopped", "No space left", "unrecorded"]);
    let matrix = Matrix::read(&kept);
    assert!(matrix.rows.len() < 2, "the disk was full before the last test");
}

#[test]
fn an_agent_attached_twice_records_once_and_says_so() {
    let folder = folder("twice");
    let options = format!("dir={}", folder.display());
    let renamed = project().join("another.jar");
    fs::copy(Dist::find().agent(), &renamed).expect("a jar can be copied");
    for second in [agent(&options), format!("-javaagent:{}={options}", renamed.display())] {
        let _ = fs::remove_dir_all(&folder);
        let flags = ["-Xshare:off".to_owned(), agent(&options), second];
        one_line(&java(&flags), &["attached twice", "the first one records"]);
        let matrix = Matrix::read(&folder);
        assert_eq!((matrix.files, matrix.rows.len()), (1, 2));
    }
}

#[test]
fn a_recording_of_another_version_is_one_line_that_says_to_update() {
    let folder = folder("version");
    java(&[agent(&format!("dir={}", folder.display()))]);
    let entry = fs::read_dir(&folder).expect("something was recorded").next().expect("a file");
    let file = entry.expect("a folder can be listed").path();
    let mut bytes = fs::read(&file).expect("a recording can be read");
    bytes[8..10].copy_from_slice(&9_u16.to_le_bytes());
    let sum = crc32(&bytes[..12]).to_le_bytes();
    bytes[12..16].copy_from_slice(&sum);
    fs::write(&file, bytes).expect("a file can be written");

    let rank = Dist::find().command(&["rank"]).arg(&folder).output().expect("faultline starts");
    let err = String::from_utf8_lossy(&rank.stderr).into_owned();
    assert_eq!((rank.status.code(), rank.stdout.len()), (Some(1), 0), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.contains("format version 9.") && err.contains("update Faultline"), "{err}");

    // Another JVM still records into the same folder.
    let output = java(&[agent(&format!("dir={}", folder.display()))]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
}

/// CRC-32 as in `docs/file-format.md`.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |sum, &byte| {
        (0..8).fold(
            sum ^ u32::from(byte),
            |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 },
        )
    })
}

/// With an agent such an image does not even start; tested directly, and forked by Surefire.
#[test]
fn a_jvm_without_the_module_for_agents_is_one_line() {
    let image = project().join("image");
    let _ = fs::remove_dir_all(&image);
    let linked = Command::new(Jvm::in_use().home().join("bin/jlink"))
        .args(["--add-modules", "java.base,java.management,java.logging", "--output"])
        .arg(&image)
        .output();
    if !linked.as_ref().is_ok_and(|output| output.status.success()) {
        println!("skipped: this JDK cannot link images: {linked:?}");
        return;
    }
    let java = image.join("bin/java").display().to_string();
    let dist = Dist::find();
    let run =
        format!("'{}' run --out recorded/image -- '{java}' {}", dist.executable().display(), quoted(&[]));
    one_line(&shell(&run), &["has no module java.instrument"]);

    let alone = maven(Command::new("mvn").args(["-B", "-ntp", &format!("-Djvm={java}"), "test"]), project());
    let mut command = dist.command(&["run", "--out", "recorded/image", "--"]);
    command.args(["mvn", "-B", "-ntp", &format!("-Djvm={java}"), "test"]);
    let ours = maven(&mut command, project());
    let counts =
        |text: &str| text.lines().rfind(|line| line.contains("Tests run:")).unwrap_or_default().to_owned();
    assert_eq!((alone.code, counts(&alone.stdout)), (ours.code, counts(&ours.stdout)), "{}", ours.stderr);
    assert!(counts(&ours.stdout).contains("Tests run: 2,"), "{}", ours.stdout);
    let said: Vec<_> =
        ours.stderr.lines().filter(|line| line.contains("has no module java.instrument")).collect();
    assert!(said.iter().any(|line| line.contains("it runs without recording")), "{}", ours.stderr);
}
