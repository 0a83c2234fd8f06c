//! The lines to mutate: lines that failing tests cover, except in test classes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use faultline_class_file::{has_lines_of, texts};
use faultline_files::{limits, regular};
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_jvm_process::jvm::site::Site;
use faultline_jvm_process::tools::entries;
use faultline_messages::names::simple_class;
use faultline_spectrum::{ClassId, ClassName, ElementId, Fnv, Recording, Spectrum, TestId};

use super::{asserting, copied};
use crate::named::Class;

/// A class with lines to mutate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its number in the spectrum.
    pub class: ClassId,
    /// Binary name with dots.
    pub name: String,
    /// Hash of its class file as it was recorded, which identifies it in results.
    pub hash: u64,
    /// Hash of the class file that JVMs load now, of which mutants are made: another one with the same lines,
    /// or the recorded one.
    pub file: u64,
    /// The location that it was loaded from.
    pub location: String,
    /// Its lines, ascending.
    pub lines: Vec<u32>,
    /// Their elements.
    pub elements: Vec<ElementId>,
    /// Methods without mutants, because they decided that a test fails: names with descriptors.
    pub asserting: Vec<String>,
}

/// Why a class is left out whose lines are not the recorded ones.
pub(super) const CHANGED: &str = "has changed since it was recorded";
/// What class files with `assert` statements name: the field of javac and others, the class of Kotlin.
const ASSERT: [&str; 2] = ["$assertionsDisabled", "kotlin/_Assertions"];
/// Maximum class number that fits into a mutant's word.
const MOST: usize = 8_191;

/// Classes with lines that one of these tests covers, and classes whose file has changed.
pub fn of(
    spectrum: &Spectrum,
    failing: &[TestId],
    sites: &[Site],
    recordings: &[Recording],
) -> (Vec<Target>, Vec<LeftOut>) {
    let of_tests: HashSet<&str> =
        spectrum.tests.iter().map(|test| ClassName(&test.class).outermost()).collect();
    let mut covered = Covered::new();
    for (at, element) in spectrum.elements.iter().enumerate() {
        let is_covered = |test: &&TestId| spectrum.coverage.get(test.index(), at);
        if element.line > 0 && failing.iter().any(|test| is_covered(&test)) {
            let class = spectrum.methods[element.method.index()].class;
            let (lines, elements) = covered.entry(class).or_default();
            lines.insert(element.line);
            elements.push(ElementId::new(at));
        }
    }
    covered.retain(|class, _| {
        let name = &spectrum.classes[class.index()].name;
        !of_tests.contains(ClassName(name).outermost())
    });
    let mut changed = copied::leave_out(spectrum, recordings, &mut covered);
    let mut targets: Vec<Target> = Vec::new();
    for (class, (lines, elements)) in covered {
        let of = &spectrum.classes[class.index()];
        let mut target = Target {
            class,
            name: of.name.clone(),
            hash: of.hash,
            file: of.hash,
            location: of.location.clone(),
            lines: lines.into_iter().collect(),
            elements,
            asserting: Vec::new(),
        };
        let key = (target.name.clone(), target.hash);
        let files = sites.iter().filter(|site| site.classes.contains(&key));
        let files: Vec<Vec<u8>> = files.filter_map(|site| file(site, &target.name)).collect();
        if !files.iter().all(|file| is_usable(file, &target, recordings)) {
            changed.push(LeftOut { name: simple_class(&target.name), why: CHANGED.to_owned() });
        } else if targets.len() < MOST {
            target.file = files.first().map_or(target.hash, |file| Fnv::of(file));
            targets.push(target);
        }
    }
    leave_out_asserting(spectrum, failing, sites, &mut targets);
    (targets, changed)
}

/// By class: the lines that failing tests cover, and their elements.
pub(super) type Covered = BTreeMap<ClassId, (BTreeSet<u32>, Vec<ElementId>)>;

fn leave_out_asserting(spectrum: &Spectrum, failing: &[TestId], sites: &[Site], targets: &mut [Target]) {
    let uses_assert = |class: ClassId| {
        let name = &spectrum.classes[class.index()].name;
        let texts = sites.iter().find_map(|site| texts(&file(site, name)?));
        texts.is_some_and(|texts| texts.iter().any(|text| ASSERT.contains(&text.as_str())))
    };
    let asserting = asserting::methods(spectrum, failing, uses_assert);
    for target in targets {
        let methods = asserting.get(&target.class).into_iter().flatten();
        let methods = methods.map(|method| &spectrum.methods[method.index()]);
        target.asserting = methods.map(|method| format!("{}{}", method.name, method.descriptor)).collect();
    }
}

/// By site: numbers of the target classes that it loads.
pub fn of_sites(targets: &[Target], sites: &[Site]) -> Vec<Vec<Class>> {
    let numbers: HashMap<(&str, u64), Class> =
        targets.iter().zip(1..).map(|(target, number)| ((&*target.name, target.hash), number)).collect();
    let of_site = |site: &Site| {
        let mut loads: Vec<Class> =
            site.classes.iter().filter_map(|(name, hash)| numbers.get(&(&**name, *hash)).copied()).collect();
        loads.sort_unstable();
        loads
    };
    sites.iter().map(of_site).collect()
}

/// The class file that the JVMs of a site load, for classes in folders; the JVM itself compares classes in
/// archives.
fn file(site: &Site, class: &str) -> Option<Vec<u8>> {
    let name = entries::class_file(class);
    let found = site.entries().map(|entry| entry.join(&name)).find(|file| file.is_file())?;
    regular::read(&found, limits::CLASS).ok()
}

/// Whether mutants can be made of a class file: its lines are those that were recorded of the class.
///
/// Its bytes need not be: a tool may have instrumented the recorded file and restored it since. Mutants are
/// made of the bytes that JVMs load now, and the lines say which tests run them. If the code does something
/// else now, tests end otherwise without a mutant, and are left out for that. Results depend on the bytes,
/// so [`super::Plan::digest`] has their hash.
fn is_usable(file: &[u8], target: &Target, recordings: &[Recording]) -> bool {
    let of_recording = |recording: &Recording| {
        let mut classes = recording.classes.iter();
        let class = classes.find(|class| class.hash == target.hash && class.name == target.name)?;
        Some(has_lines_of(recording, class, file))
    };
    Fnv::of(file) == target.hash || recordings.iter().find_map(of_recording).unwrap_or(false)
}
