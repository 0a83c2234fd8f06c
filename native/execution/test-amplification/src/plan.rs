//! The plan: failing tests to grow from, their classes and sources, and how their JVMs were started.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use faultline_files::{limits, real, regular};
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_jvm_process::jvm::site::{Site, by_test, notes_on_secrets, sites};
use faultline_jvm_process::tools::entries::class_file;
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_messages::words::counted;
use faultline_recording_store::driver::{self, Driver};
use faultline_recording_store::load::{Loaded, load_with_recordings};
use faultline_sbfl::{failing_tests, failure_groups};
use faultline_spectrum::{ClassName, Fnv, Outcome, Recording, Spectrum, TestId};
use faultline_variant_evidence::growable::{OF_A_GROUP, can_grow};
use faultline_variant_evidence::method_of;

use crate::labels::is_assertion;
use crate::request::Request;
use crate::source::{self, Source};

/// Minimum release: class files older than Java 8 are compiled for it, which newer compilers still support.
const OLDEST: u32 = 8;

/// The plan of an amplification.
#[derive(Debug)]
pub struct Plan {
    /// The recordings, merged.
    pub loaded: Loaded,
    /// How JVMs are started.
    pub sites: Vec<Site>,
    /// Classes with failing tests; those of the largest groups first.
    pub units: Vec<Unit>,
    /// Failing tests that cannot be grown from, with reasons.
    pub left_out: Vec<LeftOut>,
    /// Number of failing tests represented by others of their group.
    pub stood_for: usize,
}

/// The failing tests in one class's source.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Its JVM, as an index of [`Plan::sites`].
    pub site: usize,
    /// Binary name of the outermost class.
    pub class: String,
    /// Its source.
    pub source: Source,
    /// The Java release that its class file targets.
    pub release: u32,
    /// Hash of its class file, computed like in recordings.
    pub hash: u64,
    /// The tests, in row order.
    pub tests: Vec<Failing>,
}

/// A failing test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// Its row.
    pub row: TestId,
    /// Binary name of its class.
    pub class: String,
    /// Its method.
    pub method: String,
    /// Whether an exception other than an assertion's ended it.
    pub is_thrown: bool,
    /// The line of its method that threw the exception; `None` if unknown.
    pub thrown_line: Option<u32>,
    /// The method or constructed class called in that line, as named in sources; `None` if unknown.
    pub thrown_by: Option<String>,
    /// The framework that runs it, in the names of the program that runs variants.
    pub framework: &'static str,
}

impl Plan {
    /// Plans an amplification. Errors: nothing was recorded, no test failed, the recording does not say how
    /// JVMs were started, a file that it names is missing.
    pub fn of(request: &Request) -> Result<Self, Failure> {
        let (loaded, recordings) = load_with_recordings(&request.inputs, request.reading)?;
        Self::of_recordings(request, loaded, &recordings)
    }

    /// As [`Plan::of`], for recordings that are already loaded.
    pub fn of_recordings(
        request: &Request,
        mut loaded: Loaded,
        recordings: &[Recording],
    ) -> Result<Self, Failure> {
        let (rows, stood_for) = failing(&loaded.spectrum, &request.failing)?;
        let sites = sites(recordings, &loaded.files, request.trust)?;
        loaded.notes.extend(notes_on_secrets(&sites));
        let spectrum = &loaded.spectrum;
        for site in &sites {
            site.check(spectrum)?;
        }
        let mut left_out = Vec::new();
        let units = units(request, &loaded, &sites, &rows, &mut left_out);
        if units.is_empty() {
            return Err(Failure::failed(match left_out.first() {
                Some(LeftOut { name, why }) => {
                    format!("nothing can be grown from the failing tests: {name} {why}")
                }
                None => "nothing can be grown from the failing tests".to_owned(),
            }));
        }
        Ok(Self { loaded, sites, units, left_out, stood_for })
    }

    /// The recordings, merged.
    pub fn spectrum(&self) -> &Spectrum {
        &self.loaded.spectrum
    }

    /// The project's folder, canonical.
    pub fn base(&self) -> PathBuf {
        real(&self.loaded.base)
    }

    /// The display name of a failing test.
    pub fn name(&self, test: &Failing) -> String {
        names::test(&self.spectrum().tests[test.row.index()])
    }

    /// Number of failing tests to grow from.
    pub fn tests(&self) -> usize {
        self.units.iter().map(|unit| unit.tests.len()).sum()
    }
}

/// As [`can_grow`], for named failing tests, or all; `false` if a named test is not a failing one.
pub fn can_grow_from(loaded: &Loaded, named: &[String]) -> bool {
    failing(&loaded.spectrum, named).is_ok_and(|(rows, _)| can_grow(loaded, &rows))
}

/// The failing tests to grow from, and the number of tests that they represent. These are the named tests,
/// else the tests of each group in turn: the first of every group, then the second. Errors: there is none.
fn failing(spectrum: &Spectrum, named: &[String]) -> Result<(Vec<TestId>, usize), Failure> {
    let mut groups = failure_groups(spectrum);
    if groups.is_empty() {
        return Err(Failure::NothingFailed(format!(
            "none of the {} failed, so there is nothing to grow from; record a run with a failing test: \
             faultline amplify -- mvn test",
            counted(spectrum.tests.len(), "recorded test")
        )));
    }
    if !named.is_empty() {
        let rows = failing_tests(spectrum, named).map_err(|error| Failure::failed(error.with_hint()))?;
        return Ok((rows, 0));
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.tests.len()));
    let rows =
        (0..OF_A_GROUP).flat_map(|at| groups.iter().filter_map(move |group| group.tests.get(at)).copied());
    let rows: Vec<TestId> = rows.collect();
    let all = spectrum.tests_with(Outcome::Failed).count();
    Ok((rows.clone(), all.saturating_sub(rows.len())))
}

fn units(
    request: &Request,
    loaded: &Loaded,
    sites: &[Site],
    rows: &[TestId],
    left_out: &mut Vec<LeftOut>,
) -> Vec<Unit> {
    let spectrum = &loaded.spectrum;
    let of_id = by_test(sites);
    let (mut units, mut seen) = (Vec::new(), BTreeSet::new());
    let mut places: BTreeMap<(usize, String), Option<usize>> = BTreeMap::new();
    for &row in rows {
        let test = &spectrum.tests[row.index()];
        let method = method_of(&test.method).to_owned();
        let mut leave_out = |why: String| left_out.push(LeftOut { name: names::test(test), why });
        let Some(&site) = of_id.get(test.unique_id.as_str()) else {
            leave_out("ran in a JVM whose start was not recorded".to_owned());
            continue;
        };
        if let Some(why) = sites[site].why_not() {
            leave_out(why);
            continue;
        }
        let driver = driver::of(test, sites[site].has_junit4).map(|(driver, _)| driver);
        let Some(driver) = driver.filter(|_| !test.class.is_empty() && !method.is_empty()) else {
            leave_out(
                "is no test method of JUnit or TestNG; a class is named if it failed outside of its tests, \
                 as in @BeforeClass"
                    .to_owned(),
            );
            continue;
        };
        if !seen.insert((site, test.class.clone(), method.clone())) {
            continue;
        }
        let class = ClassName(&test.class).outermost().to_owned();
        let place = *places.entry((site, class.clone())).or_insert_with(|| {
            let unit = unit(request, loaded, (site, &sites[site]), &class)?;
            units.push(unit);
            Some(units.len() - 1)
        });
        let Some(place) = place else {
            leave_out(
                "has no source in Java or Kotlin that can be found; name its folder with --source".to_owned(),
            );
            continue;
        };
        let exception = test.failure.as_ref().map_or("", |failure| failure.exception.as_str());
        let is_thrown = !exception.is_empty() && !is_assertion(exception);
        let thrown = test.failure.as_ref().filter(|_| is_thrown);
        let thrown_line = thrown.and_then(|of| thrown_line(of, &method));
        let thrown_by = thrown.and_then(|of| thrown_by(of, &method));
        let framework = framework(driver, &test.unique_id);
        let class = test.class.clone();
        units[place].tests.push(Failing { row, class, method, is_thrown, thrown_line, thrown_by, framework });
    }
    for unit in &mut units {
        unit.tests.sort_by_key(|test| test.row);
    }
    units
}

/// The framework in the names of the program that runs variants; JUnit 4's tests need no platform, even if
/// they ran on one.
fn framework(driver: Driver, unique_id: &str) -> &'static str {
    match driver {
        Driver::Platform if !unique_id.starts_with("[engine:junit-vintage]") => "jupiter",
        Driver::Platform | Driver::JUnit4 => "junit4",
        Driver::JUnit3 => "junit3",
        Driver::TestNg => "testng",
    }
}

/// The index of the test method's frame in a stack trace: the outermost of that name, since frames above it
/// may be helpers.
fn own_frame(failure: &faultline_spectrum::Failure, method: &str) -> Option<usize> {
    failure.frames.iter().rposition(|frame| frame.method == method)
}

fn thrown_line(failure: &faultline_spectrum::Failure, method: &str) -> Option<u32> {
    let frame = &failure.frames[own_frame(failure, method)?];
    u32::try_from(frame.line).ok().filter(|&line| line > 0)
}

fn thrown_by(failure: &faultline_spectrum::Failure, method: &str) -> Option<String> {
    let called = &failure.frames[own_frame(failure, method)?.checked_sub(1)?];
    let made = || called.class.rsplit(['.', '$']).next().unwrap_or_default();
    Some(if called.method == "<init>" { made() } else { &called.method }.to_owned())
}

fn unit(request: &Request, loaded: &Loaded, (at, site): (usize, &Site), class: &str) -> Option<Unit> {
    let folders: Vec<PathBuf> = site.entries().filter(|entry| entry.is_dir()).collect();
    let base = real(&loaded.base);
    let compiled = class_file(class);
    let bytes = folders
        .iter()
        .find_map(|folder| regular::read(&folder.join(&compiled), limits::CLASS).ok())
        .unwrap_or_default();
    let source = source::of((class, &bytes), &folders, &request.source, &base)?;
    Some(Unit {
        site: at,
        class: class.to_owned(),
        source,
        release: release(&bytes),
        hash: Fnv::of(&bytes),
        tests: Vec::new(),
    })
}

/// The Java release that a class file targets.
fn release(bytes: &[u8]) -> u32 {
    // Version 52 is Java 8.
    match bytes {
        [0xca, 0xfe, 0xba, 0xbe, _, _, high, low, ..] => {
            u32::from(u16::from_be_bytes([*high, *low])).saturating_sub(44).max(OLDEST)
        }
        _ => OLDEST,
    }
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Failure as FailureOf, Frame};

    use super::*;

    #[test]
    fn a_class_file_says_which_java_it_is_for() {
        let of = |major: u8| release(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, major, 0]);
        assert_eq!([of(61), of(52), of(49)], [17, 8, 8]);
        assert_eq!(release(b"nothing"), 8);
    }

    #[test]
    fn what_threw_is_what_the_test_called() {
        let by = |frames: &[(&str, &str)]| {
            let frame = |&(class, method): &(&str, &str)| Frame {
                class: class.into(),
                method: method.into(),
                line: 1,
            };
            let frames = frames.iter().map(frame).collect();
            thrown_by(&FailureOf { exception: "x.E".into(), frames, ..FailureOf::default() }, "fails")
        };
        assert_eq!(by(&[("a.B", "deep"), ("a.B", "parse"), ("a.T", "fails")]).as_deref(), Some("parse"));
        assert_eq!(by(&[("a.B$C", "<init>"), ("a.T", "fails")]).as_deref(), Some("C"));
        assert_eq!(by(&[("a.T", "fails"), ("a.B", "run")]), None, "it threw by itself");
        assert_eq!(by(&[("a.B", "parse")]), None);
    }

    #[test]
    fn the_line_that_threw_is_that_of_the_method_below_its_helpers() {
        let frame = |method: &str, line| Frame { class: "a.T".into(), method: method.into(), line };
        let of = |frames: &[Frame]| {
            let failure =
                FailureOf { exception: "x.E".into(), frames: frames.to_vec(), ..FailureOf::default() };
            thrown_line(&failure, "fails")
        };
        assert_eq!(
            of(&[frame("parse", 3), frame("helper", 9), frame("fails", 17), frame("run", 4)]),
            Some(17)
        );
        assert_eq!(of(&[frame("fails", -1)]), None);
        assert_eq!(of(&[frame("helper", 9)]), None);
    }
}
