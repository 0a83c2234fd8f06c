//! Where methods stand in the stack traces of failing tests.

use std::collections::{BTreeSet, HashMap, HashSet};

use faultline_spectrum::{Class, ClassId, ClassName, Failure, Frame, Spectrum, TestId, Thrown};

use crate::namesakes::Namesakes;

/// The place of each method among the kept frames of failing tests' stack traces.
///
/// Frames of the JDK, of other languages' run times (a dynamic call of Groovy's has them above
/// what was called) and of test frameworks are left out, unless the spectrum has the class
/// (whose tests test a framework, tests it here), and so are frames without a class; the rest,
/// test classes included, is numbered from 1 at the top of each test's trace. Where several
/// failing tests have a method, the first test's place counts; where a trace has it several
/// times, the uppermost. Of a test that failed because a class could not be initialised the frames
/// are those of what its initialiser threw; of one whose exception wraps another and was made outside the project, those of the other. Methods are known by class and name alone, as stack
/// traces are; where classes of several files have one name, those are meant that the failing tests
/// ran.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceFrames<'s> {
    places: HashMap<(&'s str, &'s str), u32>,
    /// By names of several classes: those that are meant.
    meant: HashMap<&'s str, BTreeSet<ClassId>>,
}

impl<'s> TraceFrames<'s> {
    /// The frames of some failing tests; their order is the order of rows.
    /// Cost: O(classes + frames).
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

    /// The place of a method, from 1; `None` where no trace has it.
    pub fn place(&self, class: &str, method: &str) -> Option<u32> {
        self.places.get(&(class, method)).copied()
    }

    /// Whether no frame was kept.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The place of every method of a spectrum, by its id; `None` where no trace has it.
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

/// The exception of a failure and its frames, by which it is looked for: of what a class could not be initialised by, which says more
/// than the error that its users get, and of what was thrown first where the exception that wraps it was made outside the project, as a
/// framework does that expected another one.
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

    /// A failed test with these frames, `class#method`, and a spectrum that has `classes`.
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
