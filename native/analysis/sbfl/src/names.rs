//! Similarity of the names of methods and failing tests.

use std::collections::{BTreeSet, HashMap, HashSet};

use faultline_spectrum::{ClassName, MethodId, Spectrum, Test};

/// Similarity of a method's names and those of failing tests, each from 0 to 1: the Jaccard similarity of their words, the
/// maximum over the tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NameMatch {
    /// Of its outermost class and the test's: 1 for `Parser` and `ParserTest`.
    pub class: f64,
    /// Of the method and the test method: 1 for `readLine` and `testReadLine`. A constructor has the name of its class.
    pub method: f64,
}

impl NameMatch {
    /// Whether nothing matches.
    pub fn is_none(self) -> bool {
        self.class <= 0.0 && self.method <= 0.0
    }

    /// The maximum of both, part by part.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { class: self.class.max(other.class), method: self.method.max(other.method) }
    }
}

/// The words in the names of a spectrum's methods.
///
/// Words are split at changes of case, between letters and digits, and at other characters, and compared case-insensitively;
/// `test` at either end of a test's name is dropped. Methods of test classes (classes of rows, with nested classes) match
/// nothing: a test resembles itself, but is not the suspect.
///
/// Source: measured on real faults, `benchmarks/results.md`.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    classes: Names,
    methods: Names,
    /// The class's name and the name of each method; `None` in test classes.
    of: Vec<Option<(u32, u32)>>,
}

impl NameIndex {
    /// Cost: O(length of all names).
    pub fn of(spectrum: &Spectrum) -> Self {
        Self::within(spectrum, (0..spectrum.methods.len()).map(MethodId::new))
    }

    /// Indexes some methods; the others match nothing. Cost: O(length of their names and of the tests').
    pub fn within(spectrum: &Spectrum, methods: impl IntoIterator<Item = MethodId>) -> Self {
        // Tests of one class are adjacent.
        let of_class = spectrum.tests.chunk_by(|a, b| a.class == b.class);
        let tests: HashSet<&str> = of_class.map(|tests| ClassName(&tests[0].class).outermost()).collect();
        let mut index = Self { of: vec![None; spectrum.methods.len()], ..Self::default() };
        let mut classes: Vec<Option<Option<u32>>> = vec![None; spectrum.classes.len()];
        for id in methods {
            let method = &spectrum.methods[id.index()];
            let outermost = ClassName(&spectrum.classes[method.class.index()].name).outermost();
            let class = *classes[method.class.index()].get_or_insert_with(|| {
                (!tests.contains(outermost)).then(|| index.classes.add(ClassName(outermost).simple()))
            });
            index.of[id.index()] = class.map(|class| {
                let name = if method.name == "<init>" { ClassName(outermost).simple() } else { &method.name };
                (class, index.methods.add(name))
            });
        }
        index
    }

    /// Returns the best match of every method, by id, over some tests.
    /// Cost: O(methods + distinct tests * names that share a word with them).
    pub fn of_tests<'t>(&self, tests: impl IntoIterator<Item = &'t Test>) -> Vec<NameMatch> {
        let (mut classes, mut methods) = (BTreeSet::new(), BTreeSet::new());
        for test in tests {
            classes.insert(of_test(ClassName(ClassName(&test.class).outermost()).simple()));
            methods.insert(of_test(without_invocation(&test.method)));
        }
        let (classes, methods) = (self.classes.best(&classes), self.methods.best(&methods));
        let of_names = |&(class, method): &(u32, u32)| NameMatch {
            class: classes[class as usize],
            method: methods[method as usize],
        };
        self.of.iter().map(|names| names.as_ref().map(of_names).unwrap_or_default()).collect()
    }
}

/// Distinct names, and the names that contain each word.
#[derive(Clone, Debug, Default)]
struct Names {
    known: HashMap<String, u32>,
    /// Number of distinct words of each name.
    sizes: Vec<u32>,
    holders: HashMap<String, Vec<u32>>,
}

impl Names {
    fn add(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let id = self.sizes.len() as u32;
        let words: BTreeSet<String> = words(name).into_iter().collect();
        self.sizes.push(words.len() as u32);
        for word in words {
            self.holders.entry(word).or_default().push(id);
        }
        self.known.insert(name.to_owned(), id);
        id
    }

    /// The best similarity of each name to one of some sets of words.
    fn best(&self, sets: &BTreeSet<BTreeSet<String>>) -> Vec<f64> {
        let mut best = vec![0.0_f64; self.sizes.len()];
        let mut shared = vec![0_u32; self.sizes.len()];
        let mut touched = Vec::new();
        for set in sets {
            for &name in set.iter().filter_map(|word| self.holders.get(word)).flatten() {
                if shared[name as usize] == 0 {
                    touched.push(name as usize);
                }
                shared[name as usize] += 1;
            }
            for name in touched.drain(..) {
                let common = std::mem::take(&mut shared[name]);
                let either = self.sizes[name] + set.len() as u32 - common;
                best[name] = best[name].max(f64::from(common) / f64::from(either));
            }
        }
        best
    }
}

/// Removes the index of an invocation: `each(int)[1]` becomes `each`.
pub(crate) fn without_invocation(method: &str) -> &str {
    method.find(['(', '[', '{', ' ']).map_or(method, |at| &method[..at])
}

/// Splits a name into lower-case words: `parseXMLFile2` into parse, xml, file, 2.
pub(crate) fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &c) in chars.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| chars[at]);
        let starts = before.is_some_and(|before| {
            let changes = c.is_numeric() != before.is_numeric();
            let humps = c.is_uppercase()
                && (!before.is_uppercase() || chars.get(at + 1).is_some_and(|next| next.is_lowercase()));
            changes || humps
        });
        if (starts || !c.is_alphanumeric()) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// The words of a test's name, without those that only mark it as a test.
pub(crate) fn of_test(name: &str) -> BTreeSet<String> {
    let all = words(name);
    let mut rest = all.as_slice();
    while let [first, after @ ..] = rest
        && matches!(first.as_str(), "test" | "tests")
    {
        rest = after;
    }
    while let [before @ .., last] = rest
        && matches!(last.as_str(), "test" | "tests" | "it" | "spec")
    {
        rest = before;
    }
    if let [before @ .., test, case] = rest
        && test == "test"
        && case == "case"
    {
        rest = before;
    }
    rest.iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use faultline_spectrum::{Class, ClassId, Method, Outcome};

    use super::*;

    fn test(class: &str, method: &str) -> Test {
        Test {
            unique_id: String::new(),
            class: class.into(),
            method: method.into(),
            outcome: Outcome::Failed,
            duration_ns: 0,
            display: String::new(),
            overlapped: false,
            failure: None,
        }
    }

    /// A spectrum of methods given as (class, name), each in a separate class.
    fn spectrum(methods: &[(&str, &str)], tests: &[Test]) -> Spectrum {
        let class = |&(name, _): &(&str, &str)| Class {
            name: name.into(),
            source_file: None,
            hash: 0,
            location: String::new(),
        };
        let method = |(number, &(_, name)): (usize, &(&str, &str))| Method {
            class: ClassId::new(number),
            name: name.into(),
            descriptor: "()V".into(),
        };
        Spectrum {
            classes: methods.iter().map(class).collect(),
            methods: methods.iter().enumerate().map(method).collect(),
            tests: tests.to_vec(),
            ..Spectrum::default()
        }
    }

    fn matched(method: (&str, &str), tests: &[Test]) -> (f64, f64) {
        let spectrum = spectrum(&[method], tests);
        let found = NameIndex::of(&spectrum).of_tests(&spectrum.tests)[0];
        (found.class, found.method)
    }

    #[test]
    fn names_fall_into_words_where_case_letters_and_digits_change() {
        assert_eq!(words("parseXMLFile2"), ["parse", "xml", "file", "2"]);
        assert_eq!(words("toURL"), ["to", "url"]);
        assert_eq!(words("access$000"), ["access", "000"]);
        assert_eq!(words("is_blank__Again"), ["is", "blank", "again"]);
        assert_eq!(words("ÄußereÜbung"), ["äußere", "übung"]);
        assert_eq!(words("$"), [""; 0]);
    }

    #[test]
    fn what_only_says_that_it_is_a_test_is_left_out() {
        let of = |name| of_test(name).into_iter().collect::<Vec<_>>();
        assert_eq!(of("TestFraction"), ["fraction"]);
        assert_eq!(of("FractionTest"), ["fraction"]);
        assert_eq!(of("FractionTestCase"), ["fraction"]);
        assert_eq!(of("FractionIT"), ["fraction"]);
        assert_eq!(of("testCase"), ["case"], "a method called so may test cases");
        assert_eq!(of("test"), [""; 0]);
    }

    #[test]
    fn a_test_called_after_class_and_method_shares_all_words() {
        assert_eq!(
            matched(
                ("org.x.StringUtils", "replaceOnce"),
                &[test("org.x.StringUtilsTest", "testReplaceOnce")]
            ),
            (1.0, 1.0)
        );
        assert_eq!(
            matched(("org.x.Range$Iterator", "<init>"), &[test("org.y.RangeTest", "range")]),
            (1.0, 1.0)
        );
        assert_eq!(matched(("Base64", "encode"), &[test("TestBase64", "encode(int)[3]")]), (1.0, 1.0));
    }

    #[test]
    fn a_match_is_the_words_in_common_by_the_words_of_either() {
        // {fast, date, printer} and {fast, date, format}; {parse} and {parse, long, text}.
        let found = matched(("FastDatePrinter", "parse"), &[test("FastDateFormatTest", "testParseLongText")]);
        assert!((found.0 - 0.5).abs() < 1e-15 && (found.1 - 1.0 / 3.0).abs() < 1e-15, "{found:?}");
    }

    #[test]
    fn of_several_tests_the_best_counts_for_each_part() {
        let tests = [test("ATest", "testGo"), test("BTest", "testRun"), test("BTest", "testOther")];
        assert_eq!(matched(("B", "go"), &tests), (1.0, 1.0));
    }

    #[test]
    fn a_test_class_and_what_is_nested_in_it_match_nothing() {
        let tests = [test("org.x.FooTest", "testBar"), test("org.x.AllTest$Inner", "run")];
        assert_eq!(matched(("org.x.FooTest", "testBar"), &tests), (0.0, 0.0));
        assert_eq!(matched(("org.x.FooTest$Helper", "bar"), &tests), (0.0, 0.0));
        assert_eq!(matched(("org.x.AllTest", "run"), &tests), (0.0, 0.0));
        assert_eq!(matched(("org.y.FooTest", "bar"), &tests), (0.5, 1.0), "of another package");
    }

    #[test]
    fn a_test_without_names_matches_nothing() {
        assert_eq!(matched(("", ""), &[test("", "")]), (0.0, 0.0));
        assert_eq!(matched(("org.x.Foo", "test"), &[test("", "test")]), (0.0, 0.0));
    }
}
