//! A hanging test: after interrupting the run, the user can query where it hung.

use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use faultline_tests::{Dist, Fixture, run};

#[test]
fn an_interrupt_of_faultline_alone_ends_the_build_and_the_test_that_hung_can_be_ranked() {
    let fixture = Fixture::copy("hang", env!("CARGO_TARGET_TMPDIR"));
    let log = fs::File::create(fixture.folder.join("log.txt")).expect("a file can be made");
    let mut build = Dist::find()
        .command(&["run", "--", "mvn", "-B", "-ntp", "test"])
        .current_dir(&fixture.folder)
        .stdin(Stdio::null())
        .stdout(log.try_clone().expect("a file can be written twice"))
        .stderr(log)
        .spawn()
        .expect("faultline starts");
    let begin = Instant::now();
    while !fixture.folder.join("hangs.txt").exists() {
        assert!(begin.elapsed() < Duration::from_mins(5), "no test hangs: {}", fixture.text("log.txt"));
        assert!(
            build.try_wait().expect("a child can be waited for").is_none(),
            "{}",
            fixture.text("log.txt")
        );
        std::thread::sleep(Duration::from_millis(50));
    }
    std::thread::sleep(Duration::from_millis(500));
    let sent = Command::new("kill").args(["-INT", &build.id().to_string()]).status().expect("kill starts");
    assert!(sent.success());
    let ended = build.wait().expect("a child can be waited for");
    assert_eq!(ended.code(), Some(130), "as Maven ends: {}", fixture.text("log.txt"));

    let offer = "faultline rank --failing 'org.example.WaiterTest#hangs'";
    let log = fixture.text("log.txt");
    let last = log.lines().last().unwrap_or_default();
    assert!(last.starts_with("faultline: 2 tests (1 passed, 1 aborted)"), "{last}");
    assert!(last.ends_with(&format!("1 test was running when the JVM was ended: {offer}")), "{last}");

    let green = run(&mut Dist::find().command(&["rank"]), &fixture.folder);
    assert!(green.code == Some(3) && green.stderr.contains(offer), "{green:?}");
    let ranked = run(
        &mut Dist::find().command(&["rank", "--failing", "org.example.WaiterTest#hangs"]),
        &fixture.folder,
    );
    ranked.expect_code(0);
    assert!(ranked.stdout.contains("1 unfinished test, at Waiter.answer:"), "{}", ranked.stdout);
    // The loop, which the other test did not enter.
    let json = run(
        &mut Dist::find().command(&["rank", "--json", "--level", "line", "-f", "WaiterTest#hangs"]),
        &fixture.folder,
    );
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("a report in JSON");
    let lines: Vec<_> = json["groups"][0]["suspects"]
        .as_array()
        .into_iter()
        .flatten()
        .take(2)
        .map(|suspect| suspect["line"].as_u64())
        .collect();
    assert_eq!(lines, [Some(10), Some(11)], "{json:#}");
}
