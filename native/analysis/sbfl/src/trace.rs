//! Positions of methods in the stack traces of failing tests.

use std::collections::{BTreeSet, HashMap, HashSet};

use faultline_spectrum::{Class, ClassId, ClassName, Failure, Frame, Spectrum, TestId, Thrown};

use crate::namesakes::Namesakes;

/// The position of each method among the kept frames of failing tests' stack traces.
///
/// Dropped are frames without a class and, unless the spectrum has the class (because the project is a framework itself),
/// frames of the JDK, of other languages' runtimes (Groovy puts them above the callee of a dynamic call) and of test
/// frameworks. The others, test classes included, are numbered from 1 at the top of each trace. A method in several traces
/// has its position in the first failing test; one with several frames in a trace, the topmost.
///
/// For a test that failed because a class could not be initialised, the frames are those of the initialiser's exception; for
/// an exception created outside the project that wraps another, those of the wrapped one. Stack traces identify methods by
/// class and name only; if several files have a class of one name, the classes that the failing tests ran count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceFrames<'s> {
    places: HashMap<(&'s str, &'s str), u32>,
    /// The intended classes, for names of several classes.
    meant: HashMap<&'s str, BTreeSet<ClassId>>,
}

impl<'s> TraceFrames<'s> {
    /// Collects the frames of failing tests, given in row order. Cost: O(classes + frames).
    pub fn of(spectrum: &'s Spectrum, failing: &[TestId]) -> Self {
        let own: HashSet<&str> = spectrum.classes.iter().map(|class| class.name.as_str()).collect();
        Self::known(spectrum, failing, &own)
    }

    fn known(spectrum: &'s Spectrum, failing: &[TestId], own: &HashSet<&str>) -> Self {
        let mut failing = failing.to_vec();
        failing.sort_unstable();
        let namesakes = Namesakes::of(spectrum);
        let (mut places, mut meant) = (HashMap::new(), HashMap::<&str, BTreeSet<ClassId>>::new());
        for test in failing {
            let Some(failure) = &spectrum.tests[test.index()].failure else { continue };
            let (_, frames) = cause(failure, |class| own.contains(class));
            let kept = frames.iter().filter(|frame| is_kept(&frame.class, own));
            for (frame, place) in kept.zip(1..) {
                places.entry((frame.class.as_str(), frame.method.as_str())).or_insert(place);
            }
            let classes: HashSet<&str> = frames.iter().map(|frame| frame.class.as_str()).collect();
            for class in classes {
                if let Some(of_test) = namesakes.meant(test, class) {
                    meant.entry(class).or_default().extend(of_test);
                }
            }
        }
        Self { places, meant }
    }

    /// The position of a method, from 1; `None` if no trace has it.
    pub fn place(&self, class: &str, method: &str) -> Option<u32> {
        self.places.get(&(class, method)).copied()
    }

    /// Whether no frame was kept.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The position of every method of a spectrum, by id; `None` if no trace has it.
    /// Cost: O(methods).
    pub fn of_methods(&self, spectrum: &Spectrum) -> Vec<Option<u32>> {
        if self.is_empty() {
            return vec![None; spectrum.methods.len()];
        }
        let classes: HashSet<&str> = self.places.keys().map(|(class, _)| *class).collect();
        let is_there = |(at, class): (usize, &Class)| {
            let is_meant = |meant: &BTreeSet<ClassId>| meant.contains(&ClassId::new(at));
            classes.contains(class.name.as_str()) && self.meant.get(class.name.as_str()).is_none_or(is_meant)
        };
        let is_there: Vec<bool> = spectrum.classes.iter().enumerate().map(is_there).collect();
        let place = |method: &faultline_spectrum::Method| {
            let class = method.class.index();
            is_there[class].then(|| self.place(&spectrum.classes[class].name, &method.name)).flatten()
        };
        spectrum.methods.iter().map(place).collect()
    }
}

/// The exception and frames that identify a failure. For a failed class initialisation these are the initialiser's, more
/// specific than the errors of the class's users; for a wrapper created outside the project, as by a framework that expected
/// another exception, those of the wrapped exception.
pub(crate) fn cause(failure: &Failure, is_own: impl Fn(&str) -> bool) -> (&str, &[Frame]) {
    let has_own = |frames: &[Frame]| frames.iter().any(|frame| is_own(&frame.class));
    let says_more = |thrown: &&Thrown| {
        thrown.initialiser.is_some() || (has_own(&thrown.frames) && !has_own(&failure.frames))
    };
    failure
        .thrown
        .as_ref()
        .filter(says_more)
        .map_or((&failure.exception, &failure.frames), |thrown| (&thrown.exception, &thrown.frames))
}

fn is_kept(class: &str, own: &HashSet<&str>) -> bool {
    !class.is_empty() && (own.contains(class) || !ClassName(class).is_foreign())
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, Outcome, Test, Thrown};

    use super::*;

    /// A failed test with frames given as `class#method`, and a spectrum with `classes`.
    fn spectrum(frames: &[&str], classes: &[&str]) -> Spectrum {
        let frame = |text: &&str| {
            let (class, method) = text.split_once('#').unwrap();
            Frame { class: class.into(), method: method.into(), line: 1 }
        };
        let frames = frames.iter().map(frame).collect();
        let test = Test {
            unique_id: "a test".into(),
            class: "org.example.BasketTest".into(),
            method: "refuses".into(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: Some(Failure { exception: "a.Oops".into(), frames, thrown: None }),
        };
        let class =
            |name: &&str| Class { name: (*name).into(), source_file: None, hash: 0, location: String::new() };
        Spectrum { tests: vec![test], classes: classes.iter().map(class).collect(), ..Spectrum::default() }
    }

    fn place(frames: &[&str], classes: &[&str], class: &str, method: &str) -> Option<u32> {
        TraceFrames::of(&spectrum(frames, classes), &[TestId::new(0)]).place(class, method)
    }

    #[test]
    fn what_a_framework_wraps_has_the_places_and_what_the_project_wraps_has_not() {
        let of = |wrapping: &str| {
            let mut spectrum =
                spectrum(&["org.example.Basket#add"], &["org.example.Basket", "org.example.Till"]);
            let failure = spectrum.tests[0].failure.as_mut().unwrap();
            let frame = Frame { class: wrapping.into(), method: "evaluate".into(), line: 1 };
            let frames = std::mem::replace(&mut failure.frames, vec![frame]);
            failure.thrown = Some(Thrown { exception: "a.First".into(), frames, initialiser: None });
            TraceFrames::of(&spectrum, &[TestId::new(0)]).place("org.example.Basket", "add")
        };
        assert_eq!(of("org.junit.internal.runners.statements.ExpectException"), Some(1));
        assert_eq!(of("org.example.Till"), None);
    }

    #[test]
    fn what_threw_is_at_the_top_although_the_run_time_of_its_language_is_above_it() {
        let groovy = [
            "org.codehaus.groovy.vmplugin.v8.IndyInterface#fromCache",
            "org.example.Basket#add",
            "org.codehaus.groovy.vmplugin.v8.IndyInterface#fromCache",
            "org.example.BasketTest#refuses",
            "jdk.internal.reflect.NativeMethodAccessorImpl#invoke0",
        ];
        let older = [
            "sun.reflect.NativeConstructorAccessorImpl#newInstance0",
            "org.codehaus.groovy.reflection.CachedConstructor#invoke",
            "org.codehaus.groovy.runtime.callsite.AbstractCallSite#callConstructor",
            "groovy.lang.MetaClassImpl#invokeMethod",
            "org.apache.groovy.internal.metaclass.MetaClassConstant#invoke",
            "org.example.Basket#add",
            "org.example.BasketTest#refuses",
        ];
        let spock = ["org.spockframework.runtime.SpockRuntime#verify", "org.example.Basket#add"];
        let scala =
            ["scala.Predef$#require", "scala.collection.immutable.List#foreach", "org.example.Basket#add"];
        let kotlin = ["kotlin.collections.CollectionsKt#first", "org.example.Basket#add"];
        for frames in [&groovy[..], &older, &spock, &scala, &kotlin] {
            assert_eq!(
                place(frames, &["org.example.Basket"], "org.example.Basket", "add"),
                Some(1),
                "{frames:?}"
            );
        }
        assert_eq!(place(&groovy, &["org.example.Basket"], "org.example.BasketTest", "refuses"), Some(2));
    }

    #[test]
    fn of_a_failed_initialiser_what_it_threw_counts() {
        let mut spectrum = spectrum(&["org.example.Caller#use", "org.example.BasketTest#refuses"], &[]);
        let frame = Frame { class: "org.example.Bad".into(), method: "compute".into(), line: 3 };
        let initialiser = Some("org.example.Bad".to_owned());
        let thrown = Thrown { exception: "a.Root".into(), frames: vec![frame], initialiser };
        spectrum.tests[0].failure.as_mut().unwrap().thrown = Some(thrown);
        let frames = TraceFrames::of(&spectrum, &[TestId::new(0)]);
        assert_eq!(frames.place("org.example.Bad", "compute"), Some(1));
    }

    #[test]
    fn whose_tests_test_a_run_time_has_its_frames_counted() {
        let frames = ["scala.Option#get", "org.example.BasketTest#refuses"];
        assert_eq!(place(&frames, &["scala.Option"], "scala.Option", "get"), Some(1));
        assert_eq!(place(&["groovytools.A#b", "scalaz.C#d"], &[], "scalaz.C", "d"), Some(2));
    }
}
