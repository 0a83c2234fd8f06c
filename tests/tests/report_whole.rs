//! `faultline report` on a recorded build, opened in Chromium: it shows the suspect at once, on a screen and on a phone, asks for
//! nothing but its own files, and whatever sources and names of tests hold stays text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Browser, Complaints, Dist, Fixture, maven, run};

const SCREEN: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";

/// A source that tries to be more than text: markup, marks of direction, a very long line.
fn hostile() -> Vec<u8> {
    let source = format!(
        "package org.example;\n\n/** </script><script>window.hacked = 1</script> \u{202e}gnihton\u{202c} */\n\
         public class Hostile {{\n    public int value(String text) {{\n        // <img src=x onerror=\"window.hacked = 2\">\n        \
         int length = text.length(); // {}\n        if (length > 3) {{\n            return length / (length - 4); // & so on\n        \
         }}\n        return length;\n    }}\n}}\n// ",
        "x".repeat(10_000)
    );
    source.into_bytes()
}

const HOSTILE_TEST: &str = "package org.example;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.*;\n\
    import org.junit.runner.RunWith;\nimport org.junit.runners.Parameterized;\n\n@RunWith(Parameterized.class)\n\
    public class HostileTest {\n    @Parameterized.Parameters(name = \"{0}\")\n    public static Object[] texts() {\n        \
    return new Object[] {\"<b>a</b>\", \"</script><script>window.hacked=3</script>\", \"\\u202eab\", \"abcde\"};\n    }\n\n    \
    @Parameterized.Parameter public String text;\n\n    @Test public void value() {\n        \
    String text = this.text.length() == 5 ? this.text : this.text.length() == 8 ? \"abcd\" : \"a\";\n        \
    assertEquals(text.length(), new Hostile().value(text) + text.length() - 1 - (text.length() == 5 ? 4 : 0));\n    }\n}\n";

/// Two tests that pass.
const QUIET_TEST: &str = "package org.example;\n\nimport static org.junit.Assert.assertEquals;\n\nimport org.junit.Test;\n\n\
    public class QuietTest {\n    @Test public void one() {\n        assertEquals(1, new Hostile().value(\"a\"));\n    }\n\n    \
    @Test public void five() {\n        assertEquals(5, new Hostile().value(\"abcde\"));\n    }\n}\n";

/// A recorded build with two failing tests, and its report.
fn reported(name: &str) -> PathBuf {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("report-{name}"));
    let write = |path: &str, bytes: &[u8]| {
        fs::write(fixture.folder.join(path), bytes).expect("a source can be written");
    };
    write("src/main/java/org/example/Hostile.java", &hostile());
    write("src/test/java/org/example/HostileTest.java", HOSTILE_TEST.as_bytes());
    write("src/test/java/org/example/QuietTest.java", QUIET_TEST.as_bytes());
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    // A byte that is no UTF-8, which the compiler would refuse.
    write("src/main/java/org/example/Hostile.java", &[hostile(), vec![0xff, b'\n']].concat());
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", CLASS_PATH]);
    command.args(["org.junit.runner.JUnitCore", "org.example.HostileTest", "org.example.GreeterTest"]);
    run(&mut command, &fixture.folder).expect_code(1);
    let finished = run(&mut Dist::find().command(&["report"]), &fixture.folder);
    finished.expect_code(0);
    assert!(finished.stdout.contains("Hostile.value"), "{}", finished.stdout);
    assert!(finished.stdout.contains("faultline-report/index.html"), "{}", finished.stdout);
    fixture.folder
}

fn address(folder: &Path, page: &str) -> String {
    format!("file://{}", folder.join("faultline-report").join(page).display())
}

#[test]
fn the_suspect_is_seen_at_once_and_nothing_but_files_is_asked_for() {
    let folder = reported("seen");
    let Some(mut browser) = Browser::start(&folder.with_file_name("report-browser")) else { return };
    let pages = ["index.html", "neighbours.html", "neighbours/1.html", "map.html", "source/1.html"];
    for page in pages {
        for (size, scheme) in [(SCREEN, "light"), (SCREEN, "dark"), (PHONE, "light"), (PHONE, "dark")] {
            browser.open(&address(&folder, page), size, scheme);
            assert_eq!(browser.complaints(), Complaints::default(), "{page} {size:?} {scheme}");
            let wide = browser.value("document.documentElement.scrollWidth");
            assert_eq!(wide, size.0, "{page} {size:?}: it is as wide as the window");
            assert_eq!(browser.value("window.hacked === undefined"), true, "{page}");
            let strange =
                "document.querySelectorAll('img, script:not([src]), style, [style], iframe').length";
            assert_eq!(browser.value(strange), 0, "{page}");
            assert_eq!(browser.value("document.querySelectorAll('h1').length"), 1, "{page}");
            let file = format!("{}-{}-{scheme}.png", page.replace(['/', '.'], "-"), size.0);
            browser.picture(&folder.join("pictures").join(file));
        }
    }
    for size in [SCREEN, PHONE] {
        browser.open(&address(&folder, "index.html"), size, "light");
        let text = browser.value("document.querySelector('.verdict .who').textContent");
        assert!(text.as_str().is_some_and(|text| text.starts_with("Hostile.value")), "{text}");
        let bottom = browser.value("document.querySelector('.verdict .who').getBoundingClientRect().bottom");
        assert!(
            bottom.as_f64().is_some_and(|bottom| bottom > 0.0 && bottom < f64::from(size.1)),
            "{size:?}: {bottom}"
        );
    }
}

#[test]
fn keys_go_to_the_suspect_and_its_line_says_who_ran_it() {
    let folder = reported("keys");
    let Some(mut browser) = Browser::start(&folder.with_file_name("report-keys-browser")) else { return };
    browser.open(&address(&folder, "source/1.html"), SCREEN, "light");
    // The first suspect of the page is the constructor, the second the division.
    browser.press("n");
    let facts = browser.value("document.getElementById('facts').innerText");
    assert!(facts.as_str().is_some_and(|facts| facts.contains("Line 4")), "{facts}");
    browser.press("n");
    let facts = browser.value("document.getElementById('facts').innerText");
    let facts = facts.as_str().unwrap_or_default();
    assert!(facts.contains("Line 9") && facts.contains("Failing tests that ran it"), "{facts}");
    assert!(facts.contains("HostileTest#value"), "{facts}");
    let counts =
        browser.value("[...document.querySelectorAll('#facts td')].map(cell => cell.textContent).join(' ')");
    assert_eq!(counts, "1 1 1 0 3", "group, ef, ep, nf and np of the division");
    let text = browser.value("document.querySelector('ol.code').textContent");
    let text = text.as_str().unwrap_or_default();
    assert!(text.contains("</script><script>window.hacked = 1</script> U+202Egnihton"), "{text}");
    assert!(text.contains("more characters") && !text.contains(&"x".repeat(400)), "the long line is cut");
    assert!(text.contains('\u{fffd}'), "a byte that is no text is replaced");
    assert_eq!(browser.complaints(), Complaints::default());

    // The first suspect of the start page leads to its line.
    browser.open(&address(&folder, "index.html"), PHONE, "dark");
    browser.value("document.querySelector('.verdict .who').click()");
    for _ in 0..100 {
        if browser.value("location.hash + document.readyState") == "#L9complete" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(browser.value("document.querySelector('li.chosen').id"), "L9");
}

#[test]
fn a_green_run_and_a_run_without_sources_are_told_in_a_sentence() {
    let folder = reported("bare");
    // The code changes its place: there are numbers of lines, and the page says so.
    let elsewhere = folder.with_file_name("report-bare-elsewhere");
    let _ = fs::remove_dir_all(&elsewhere);
    fs::rename(folder.join("src"), elsewhere).expect("a folder can be renamed");
    run(&mut Dist::find().command(&["report"]), &folder).expect_code(0);
    let page = fs::read_to_string(folder.join("faultline-report/source/1.html")).expect("a page");
    assert!(page.contains("The source was not found") && page.contains("Hostile.value"), "{page}");

    let mut command = Dist::find().command(&["run", "--", "java", "-cp", CLASS_PATH]);
    run(command.args(["org.junit.runner.JUnitCore", "org.example.QuietTest"]), &folder).expect_code(0);
    let finished = run(&mut Dist::find().command(&["report", "--out", "green"]), &folder);
    finished.expect_code(3);
    assert!(finished.stderr.contains("none of the 2 tests"), "{}", finished.stderr);
    assert!(!folder.join("green").exists());

    let finished = run(&mut Dist::find().command(&["diff", "QuietTest#five"]), &folder);
    finished.expect_code(0);
    let expected = "they part after line 8\n-  9\n+ 11\n";
    assert!(finished.stdout.ends_with(expected), "{}", finished.stdout);
}
