//! The lines to mutate: lines that failing tests cover, except in test classes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use faultline_files::{limits, regular};
use faultline_jvm_process::jvm::left_out::LeftOut;
use faultline_jvm_process::jvm::site::Site;
use faultline_jvm_process::tools::entries::class_file;
use faultline_messages::names::simple_class;
use faultline_spectrum::{ClassId, ClassName, ElementId, Fnv, Spectrum, TestId};

use crate::named::Class;

/// A class with lines to mutate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its number in the spectrum.
    pub class: ClassId,
    /// Binary name with dots.
    pub name: String,
    /// Hash of its class file.
    pub hash: u64,
    /// The location that it was loaded from.
    pub location: String,
    /// Its lines, ascending.
    pub lines: Vec<u32>,
    /// Their elements.
    pub elements: Vec<ElementId>,
}

/// Maximum class number that fits into a mutant's word.
const MOST: usize = 8_191;

/// Classes with lines that one of these tests covers, and classes whose file has changed.
pub fn of(spectrum: &Spectrum, failing: &[TestId], sites: &[Site]) -> (Vec<Target>, Vec<LeftOut>) {
    let of_tests: HashSet<&str> =
        spectrum.tests.iter().map(|test| ClassName(&test.class).outermost()).collect();
    let mut covered: BTreeMap<ClassId, (BTreeSet<u32>, Vec<ElementId>)> = BTreeMap::new();
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
    let mut changed = Vec::new();
    let mut targets: Vec<Target> = Vec::new();
    for (class, (lines, elements)) in covered {
        let of = &spectrum.classes[class.index()];
        let target = Target {
            class,
            name: of.name.clone(),
            hash: of.hash,
            location: of.location.clone(),
            lines: lines.into_iter().collect(),
            elements,
        };
        let loads = |site: &&Site| site.classes.contains(&(target.name.clone(), target.hash));
        if let Some(why) = sites.iter().filter(loads).find_map(|site| change(site, &target)) {
            changed.push(LeftOut { name: simple_class(&target.name), why });
        } else if targets.len() < MOST {
            targets.push(target);
        }
    }
    (targets, changed)
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

/// Why a class differs from the recorded one, for classes in folders; the JVM itself compares classes in
/// archives.
fn change(site: &Site, target: &Target) -> Option<String> {
    let file = class_file(&target.name);
    let found = site.entries().map(|entry| entry.join(&file)).find(|file| file.is_file())?;
    let bytes = regular::read(&found, limits::CLASS).ok()?;
    (Fnv::of(&bytes) != target.hash).then(|| "has changed since it was recorded".to_owned())
}
