//! `faultline report` on runs with 1, 40 and 2,000 failing tests, opened in Chromium in narrow, usual and wide windows: nothing is wider
//! than the window, the first page stays small, and the search field finds tests and methods.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_tests::{Axe, Browser, Complaints, Dist, Fixture, maven, run};

/// Sizes of windows: a phone, a screen, a wide screen.
const WINDOWS: [(u32, u32); 3] = [(380, 800), (1300, 900), (2500, 1400)];
const SCHEMES: [&str; 2] = ["light", "dark"];
/// Most bytes of the first page.
const FIRST_PAGE: usize = 300_000;
const CLASS_PATH: &str = "target/classes:target/test-classes:target/libraries/*";

/// Code with a fault in each case: 25 lines that throw.
fn cases() -> String {
    let case = |at: usize| {
        format!(
            "            case {at}:\n                throw new IllegalStateException(\"the case number {at} of a very long sentence for \" + text);\n"
        )
    };
    let cases: String = (0..25).map(case).collect::<Vec<_>>().concat();
    format!(
        "package org.example;\n\npublic class Cases {{\n    public int of(int number, String text) {{\n        \
         switch (number % 30) {{\n{cases}            default:\n                return number;\n        }}\n    }}\n}}\n"
    )
}

/// As many failing tests as the property says, with long names, and ten that pass.
const CASES_TEST: &str = "package org.example;\n\nimport static org.junit.Assert.assertEquals;\n\nimport java.util.*;\nimport org.junit.*;\n\
    import org.junit.runner.RunWith;\nimport org.junit.runners.Parameterized;\n\n@RunWith(Parameterized.class)\n\
    public class CasesTest {\n    @Parameterized.Parameters(name = \"{0} aVeryLongNameOfATestWithoutASingleBlankInItSoThatItCannotBeBrokenAnywhere\")\n    \
    public static Collection<Object[]> numbers() {\n        List<Object[]> numbers = new ArrayList<>();\n        \
    int failing = Integer.getInteger(\"failing\");\n        \
    for (int at = 0; numbers.size() < failing; at++) if (at % 30 < 25) numbers.add(new Object[] {at});\n        \
    for (int at = 0; at < 10; at++) numbers.add(new Object[] {at * 30 + 29});\n        return numbers;\n    }\n\n    \
    @Parameterized.Parameter public int number;\n\n    @Test public void holds() {\n        \
    assertEquals(number, new Cases().of(number, \"number \" + number));\n    }\n}\n";

/// A compiled project.
fn compiled() -> PathBuf {
    let fixture = Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), "report-sizes");
    let write = |path: &str, text: &str| {
        fs::write(fixture.folder.join(path), text).expect("a source can be written");
    };
    write("src/main/java/org/example/Cases.java", &cases());
    write("src/test/java/org/example/CasesTest.java", CASES_TEST);
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    fixture.folder
}

/// Records a run with so many failing tests, and writes its report.
#[track_caller]
fn reported(folder: &Path, failing: usize) -> PathBuf {
    let mut command = Dist::find().command(&["run", "--", "java", "-cp", CLASS_PATH]);
    command.args([&format!("-Dfailing={failing}"), "org.junit.runner.JUnitCore", "org.example.CasesTest"]);
    run(&mut command, folder).expect_code(1);
    let out = format!("pages-{failing}");
    let arguments = ["report", "--out", &out, "--editor", "idea"];
    run(&mut Dist::find().command(&arguments), folder).expect_code(0);
    let page = fs::read(folder.join(&out).join("index.html")).expect("a page");
    assert!(page.len() < FIRST_PAGE, "{failing} failing tests: {} bytes", page.len());
    folder.join(out)
}

fn address(report: &Path, page: &str) -> String {
    format!("file://{}", report.join(page).display())
}

#[test]
fn pages_fit_their_windows_whatever_the_number_of_failing_tests() {
    let folder = compiled();
    let reports = [1, 40, 2000].map(|failing| (failing, reported(&folder, failing)));
    let Some(mut browser) = Browser::start(&folder.with_file_name("report-sizes-browser")) else { return };
    let axe = Axe::fetch(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe"));
    for (failing, report) in &reports {
        let mut violations = Vec::new();
        for page in
            ["index.html", "tests.html", "test/1.html", "neighbours/1.html", "source/1.html", "map.html"]
        {
            for (size, scheme) in WINDOWS.into_iter().zip(SCHEMES.into_iter().cycle()) {
                browser.open(&address(report, page), size, scheme);
                let wide = browser.value("document.documentElement.scrollWidth");
                assert!(wide.as_u64() <= Some(u64::from(size.0)), "{failing} {page} {size:?}: {wide}");
                assert_eq!(browser.complaints(), Complaints::default(), "{failing} {page}");
                if page == "index.html" {
                    let took = browser.value("performance.getEntriesByType('navigation')[0].duration");
                    eprintln!("{failing} failing tests, {size:?}: the first page is loaded after {took} ms");
                }
                let picture = format!("{}-{}-{scheme}.png", page.replace(['/', '.'], "-"), size.0);
                browser.picture(&folder.join("pictures").join(format!("{failing}-{picture}")));
            }
            // The rules take minutes for a list of thousands, which is made of the same rows as a short one.
            let is_long = page == "tests.html" && *failing > 40;
            if page == "index.html" || page.starts_with("test") && !is_long {
                for scheme in SCHEMES {
                    browser.open(&address(report, page), WINDOWS[0], scheme);
                    let found = axe.violations(&mut browser);
                    violations
                        .extend(found.into_iter().map(|line| format!("{failing} {page} {scheme}: {line}")));
                }
            }
        }
        assert_eq!(violations, [""; 0]);
    }

    let (_, report) = &reports[2];
    searched(&mut browser, report);
    // All failing tests with a page come first, and the list says how many have none.
    browser.open(&address(report, "tests.html"), WINDOWS[1], "light");
    let lead = browser.value("document.querySelector('p.lead').textContent");
    assert_eq!(
        lead,
        "The first 1,000 of 2,000 failing tests have pages that say what they said and what they ran; the suite is too large for more."
    );
    assert!(report.join("test/1000.html").is_file() && !report.join("test/1001.html").exists());
}

/// Uses the search field by the keyboard.
fn searched(browser: &mut Browser, report: &Path) {
    browser.open(&address(report, "source/1.html"), WINDOWS[1], "light");
    let typed = |browser: &mut Browser, text: &str| {
        browser.press("/");
        assert_eq!(browser.value("document.activeElement.type"), "search");
        browser.value("document.activeElement.select()");
        for letter in text.chars() {
            browser.press(&letter.to_string());
        }
    };
    typed(browser, "cases.of");
    let status = "document.querySelector('.found [role=status]').textContent";
    browser.await_value(status, "1 found");
    let link = "document.querySelector('.found a').getAttribute('href')";
    let method = browser.value(link);
    assert!(method.as_str().is_some_and(|href| href.starts_with("../source/")), "{method}");
    // The text after the slash, not the slash itself, is in the field.
    assert_eq!(browser.value("document.querySelector('.search input').value"), "cases.of");
    browser.press("ArrowDown");
    assert_eq!(
        browser.value("document.activeElement.getAttribute('href')"),
        method,
        "the arrow goes to what was found"
    );
    browser.press("Escape");
    assert_eq!(browser.value("document.querySelector('.found').hidden"), true);
    typed(browser, "casestest [3 ");
    let first = browser.value("document.querySelector('.found a').textContent");
    assert!(first.as_str().is_some_and(|name| name.starts_with("CasesTest#holds[3")), "{first}");
    browser.picture(&report.with_file_name("pictures").join("search.png"));
    let to = browser.value(link);
    assert!(to.as_str().is_some_and(|href| href.starts_with("../test/")), "{to}");
    typed(browser, "nothing like this");
    assert_eq!(browser.value(status), "Nothing found");
    assert_eq!(browser.complaints(), Complaints::default());
}
