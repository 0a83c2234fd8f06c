//! `faultline report` on a recorded build, opened in Chromium: it shows the suspect at once, on a screen and on a phone, requests only its
//! own files, and renders sources and names of tests as text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Axe, Browser, Complaints, Dist, Fixture, maven, run};

const SCREEN: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (390, 844);
/// Every size with every scheme.
const ALL_LOOKS: [Look; 4] = [(SCREEN, "light"), (SCREEN, "dark"), (PHONE, "light"), (PHONE, "dark")];
/// Both sizes and both schemes once.
const BOTH_LOOKS: [Look; 2] = [(SCREEN, "light"), (PHONE, "dark")];

/// A size of the window, and a colour scheme.
type Look = ((u32, u32), &'static str);

/// A page of each kind.
const PAGES: [&str; 8] = [
    "index.html",
    "tests.html",
    "test/1.html",
    "neighbours.html",
    "neighbours/1.html",
    "map.html",
    "suite.html",
    "source/1.html",
];

const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";

/// A source that tries to escape from text: markup, bidirectional controls, a very long line.
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
    // An invalid UTF-8 byte, which the compiler would reject.
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
    let Some(mut opened) = Opened::report(&folder) else { return };
    opened.looks = &ALL_LOOKS;
    opened.holds("Hostile.value");
}

/// A report opened in Chromium: at two sizes, in light and dark mode, with screenshots. Colours depend on the mode and positions on the
/// size, so one report in every combination is enough.
struct Opened {
    folder: PathBuf,
    browser: Browser,
    axe: Axe,
    looks: &'static [Look],
}

impl Opened {
    /// `None` without a browser.
    fn report(folder: &Path) -> Option<Self> {
        let name = folder.file_name().expect("a name").to_string_lossy();
        let browser = Browser::start(&folder.with_file_name(format!("{name}-browser")))?;
        let axe = Axe::fetch(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe"));
        Some(Self { folder: folder.to_owned(), browser, axe, looks: &BOTH_LOOKS })
    }

    /// Checks that a page requests nothing, has no complaints, and fits the window. Returns accessibility violations.
    #[track_caller]
    fn violations(&mut self, page: &str) -> Vec<String> {
        let mut violations = Vec::new();
        for &(size, scheme) in self.looks {
            let browser = &mut self.browser;
            browser.open(&address(&self.folder, page), size, scheme);
            assert_eq!(browser.complaints(), Complaints::default(), "{page} {size:?} {scheme}");
            let wide = browser.value("document.documentElement.scrollWidth");
            assert_eq!(wide, size.0, "{page} {size:?}: it is as wide as the window");
            assert_eq!(browser.value("window.hacked === undefined"), true, "{page}");
            let strange = "document.querySelectorAll('script:not([src]), style, [style], iframe, img:not([src^=\"pictures/\"])').length";
            assert_eq!(browser.value(strange), 0, "{page}");
            assert_eq!(browser.value("document.querySelectorAll('h1').length"), 1, "{page}");
            let file = format!("{}-{}-{scheme}.png", page.replace(['/', '.'], "-"), size.0);
            browser.picture(&self.folder.join("pictures").join(file));
            // With the details of a line open.
            browser.press("n");
            let found = self.axe.violations(browser);
            violations.extend(found.into_iter().map(|line| format!("{page} {size:?} {scheme}: {line}")));
        }
        violations
    }

    /// The first suspect.
    fn first_suspect(&mut self) -> String {
        self.browser.open(&address(&self.folder, "index.html"), SCREEN, "light");
        let text = self.browser.value("document.querySelector('.verdict .who').textContent");
        text.as_str().expect("a suspect").to_owned()
    }

    /// Checks every kind of page, and that the first suspect is visible without scrolling.
    #[track_caller]
    fn holds(&mut self, suspect: &str) {
        let violations: Vec<String> = PAGES.iter().flat_map(|page| self.violations(page)).collect();
        assert_eq!(violations, [""; 0], "{} of axe-core's", violations.len());
        for size in [SCREEN, PHONE] {
            let browser = &mut self.browser;
            browser.open(&address(&self.folder, "index.html"), size, "light");
            let text = browser.value("document.querySelector('.verdict .who').textContent");
            assert!(text.as_str().is_some_and(|text| text.starts_with(suspect)), "{text}");
            let bottom =
                browser.value("document.querySelector('.verdict .who').getBoundingClientRect().bottom");
            assert!(
                bottom.as_f64().is_some_and(|bottom| bottom > 0.0 && bottom < f64::from(size.1)),
                "{size:?}: {bottom}"
            );
        }
    }

    /// Checks the links between pages.
    #[track_caller]
    fn is_clicked_through(&mut self) {
        let browser = &mut self.browser;
        browser.open(&address(&self.folder, "index.html"), SCREEN, "light");
        for (link, to) in [
            (".verdict .who", "/source/1"),
            ("header a.brand", "/index.html"),
            ("p.aside a", "/neighbours/1.html"),
            ("p.path a", "/index.html#g1"),
            ("header li:nth-child(2) a", "/tests.html"),
            ("table.list a", "/test/1.html"),
            ("section.failing p.aside a", "/index.html#g1"),
            ("ul.tests a", "/test/1.html"),
            ("header li:nth-child(3) a", "/neighbours.html"),
            ("a.big", "/neighbours/1.html"),
            ("header li:nth-child(4) a", "/map.html"),
            ("svg.treemap a", "/source/"),
            ("header li:nth-child(5) a", "/suite.html"),
        ] {
            browser.follow(link);
            let at = browser.value("location.href");
            assert!(at.as_str().is_some_and(|at| at.contains(to)), "{link} leads to {at}");
            assert_eq!(browser.complaints(), Complaints::default(), "{at}");
        }
    }
}

/// Records a failing build and renders its report.
#[track_caller]
fn recorded(name: &str, copy: &str) -> PathBuf {
    let fixture = Fixture::copy_as(name, env!("CARGO_TARGET_TMPDIR"), copy);
    let mut command = Dist::find().command(&["run", "--", "mvn", "-B", "-ntp", "-q", "test"]);
    maven(&mut command, &fixture.folder).expect_code(1);
    run(&mut Dist::find().command(&["report"]), &fixture.folder).expect_code(0);
    fixture.folder
}

#[test]
fn the_report_of_csv_169_is_sound_and_leads_from_page_to_page() {
    let folder = recorded("faults/csv-169", "report-csv-169");
    let Some(mut opened) = Opened::report(&folder) else { return };
    opened.holds("CSVParser.addRecordValue");
    opened.is_clicked_through();

    // The failing test is left of its neighbour, and the line after which they diverge is above both; on a phone they are stacked.
    let browser = &mut opened.browser;
    for (size, is_beside) in [(SCREEN, true), (PHONE, false)] {
        browser.open(&address(&folder, "neighbours/1.html"), size, "light");
        let left = |side: &str| {
            format!(
                "[...document.querySelectorAll('.sides .{side} code')].find(code => code.checkVisibility()).getBoundingClientRect().left"
            )
        };
        let beside = browser.value(&format!("{} < {}", left("only-test"), left("only-other")));
        assert_eq!(beside, is_beside, "{size:?}");
    }
    let parting = browser.value("document.querySelector('.sides .both').textContent");
    assert!(parting.as_str().is_some_and(|line| line.contains("if (nullString == null) {")), "{parting}");

    // What the test said and the line of it that failed stand beside the suspect, and the next suspects have sources, too.
    browser.open(&address(&folder, "index.html"), SCREEN, "light");
    let values = browser.value("document.querySelector('.failing dl.values').innerText");
    assert_eq!(values, "expected\njava.lang.String<null>\nactual\nnull<null>");
    let failed_at = browser.value("document.querySelector('.failing .excerpt li.best').textContent");
    assert!(
        failed_at.as_str().is_some_and(|line| line.contains("assertEquals(\"null\", record.get(1));")),
        "{failed_at}"
    );
    assert_eq!(browser.value("document.querySelectorAll('ol.next > li .excerpt li.best').length"), 4);
    let first = browser.value("document.querySelector('ol.next > li').innerText");
    assert!(
        first.as_str().is_some_and(
            |next| next.starts_with("11 % CSVParser.nextRecord() line 499\n\nmany of its lines ran")
        ),
        "{first}"
    );
    assert_eq!(
        browser.value("document.querySelectorAll('a.editor').length"),
        0,
        "no one asked for an editor"
    );

    // The suspects are listed above a long file.
    browser.open(&address(&folder, "source/1.html"), SCREEN, "light");
    let first = browser.value("document.querySelector('nav.here li').textContent");
    assert_eq!(first, "suspect 1 CSVParser.addRecordValue() line 294");
    let bottom = browser.value("document.querySelector('nav.here li').getBoundingClientRect().bottom");
    assert!(bottom.as_f64().is_some_and(|bottom| bottom < f64::from(SCREEN.1)), "{bottom}");

    // Printed pages are white, whatever the mode, and have no links to other pages.
    browser.open(&address(&folder, "index.html"), SCREEN, "dark");
    let ink = "getComputedStyle(document.body).color";
    assert_eq!(browser.value(ink), "rgb(230, 233, 238)");
    browser.print();
    assert_eq!(browser.value(ink), "rgb(28, 36, 48)");
    assert_eq!(browser.value("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)");
    assert_eq!(browser.value("document.querySelector('header nav').checkVisibility()"), false);
    assert_eq!(browser.value("document.querySelector('table.suspects').checkVisibility()"), true);
}

#[test]
fn the_report_of_lang_747_shows_several_groups_of_failures() {
    let folder = recorded("faults/lang-747", "report-lang-747");
    let Some(mut opened) = Opened::report(&folder) else { return };
    let text = fs::read_to_string(folder.join("faultline-report/index.html")).expect("a page");
    assert!(text.contains("40 of 2,052 tests failed") && text.contains("groups of failures"), "{text:.3000}");
    let first = opened.first_suspect();
    opened.holds(&first);
    opened.is_clicked_through();
    opened.browser.open(&address(&folder, "index.html"), SCREEN, "light");
    let groups = opened.browser.value("document.querySelectorAll('section.group').length");
    assert!(groups.as_u64().is_some_and(|groups| groups > 3), "{groups}");
    let created =
        opened.browser.value("document.body.textContent.includes('NumberUtils.createNumber(String)')");
    assert_eq!(created, true, "the fault is among them");
}

#[test]
fn reports_of_kotlin_groovy_and_scala_have_their_words_coloured() {
    for (name, suspect, keyword) in
        [("kotlin", "UtilKt.positive", "fun"), ("groovy", "Basket", "class"), ("scala", "Shapes", "object")]
    {
        let folder = recorded(&format!("builds/{name}"), &format!("report-{name}"));
        let Some(mut opened) = Opened::report(&folder) else { return };
        let first = opened.first_suspect();
        assert!(first.starts_with(suspect), "{name}: {first}");
        assert_eq!(opened.violations("source/1.html"), [""; 0], "{name}");
        let words = opened
            .browser
            .value("[...document.querySelectorAll('ol.code i.k')].map(word => word.textContent).join(' ')");
        let is_there = |words: &str| words.split(' ').any(|word| word == keyword);
        assert!(words.as_str().is_some_and(is_there), "{name}: {words}");
        if name == "kotlin" {
            opened.holds(&first);
            opened.is_clicked_through();
        }
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

    // The map by keyboard: past the picture to its table, and from a box to its line.
    browser.open(&address(&folder, "map.html"), SCREEN, "light");
    let order =
        "[...document.querySelectorAll('main a, main summary')].map(one => one.className || one.tagName)";
    assert_eq!(browser.value(&format!("{order}[0]")), "skip", "the way past the picture comes first");
    let boxes = "[...document.querySelectorAll('svg.treemap a')].every(box => (box.focus(), document.activeElement === box))";
    assert_eq!(browser.value(boxes), true, "each suspicious box can be reached");
    let outlined = "getComputedStyle(document.querySelector('svg.treemap a:focus rect')).strokeWidth";
    assert_eq!(browser.value(outlined), "2.5px", "and is marked there");

    // The first suspect of the start page leads to its line.
    browser.open(&address(&folder, "index.html"), PHONE, "dark");
    browser.value("document.querySelector('.verdict .who').click()");
    browser.await_value("location.hash + document.readyState", "#L9complete");
    assert_eq!(browser.value("document.querySelector('li.chosen').id"), "L9");
}

#[test]
fn a_green_run_and_a_run_without_sources_are_told_in_a_sentence() {
    let folder = reported("bare");
    // The code moves elsewhere: the page shows line numbers, and says so.
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
    assert!(finished.stdout.starts_with("green/index.html ("), "{}", finished.stdout);
    run(&mut Dist::find().command(&["report"]), &folder).expect_code(3);
    if let Some(mut opened) = Opened::report(&folder) {
        let pages = ["index.html", "neighbours.html", "map.html", "suite.html"];
        let violations: Vec<String> = pages.iter().flat_map(|page| opened.violations(page)).collect();
        assert_eq!(violations, [""; 0]);
        let title = opened.browser.value("document.title");
        assert!(title.as_str().is_some_and(|title| title.starts_with("Suite")), "{title}");
        opened.browser.open(&address(&folder, "index.html"), SCREEN, "light");
        assert_eq!(
            opened.browser.value("document.querySelector('h1').textContent"),
            "2 tests passed, none failed"
        );
        opened.browser.follow("main li:nth-child(1) a.big");
        let cells = opened.browser.value("document.querySelectorAll('svg.matrix path').length");
        assert!(
            cells.as_u64().is_some_and(|cells| cells > 0),
            "the matrix shows which test runs which class"
        );
    }

    let finished = run(&mut Dist::find().command(&["diff", "QuietTest#five"]), &folder);
    finished.expect_code(0);
    let expected = "they part after line 8\n-  9\n+ 11\n";
    assert!(finished.stdout.ends_with(expected), "{}", finished.stdout);
}
