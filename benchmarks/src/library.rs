//! A generated spectrum with as many tests and lines as a large library, with names.

use faultline_spectrum::{
    BitMatrix, Class, ClassId, Element, Failure, Frame, Method, MethodId, Outcome, Spectrum, Test,
};

/// Rows.
pub const TESTS: usize = 5_760;
/// Columns.
pub const LINES: usize = CLASSES * METHODS * METHOD_LINES;
const CLASSES: usize = 420;
const METHODS: usize = 10;
const METHOD_LINES: usize = 10;
/// The first lines of a method run at every call, the others depend on its branches.
const ENTRY_LINES: usize = 4;
/// Classes of a package; tests stay near the class that they are named after.
const PACKAGE: usize = 20;
/// Among the methods of classes that a test runs, one in this many is not called.
const NOT_CALLED: usize = 3;
const FAILING: usize = 5;
/// Words for names.
const WORDS: [&str; 16] = [
    "Array", "Builder", "Complex", "Date", "Entry", "Field", "Graph", "Hash", "Index", "Join", "Key", "List",
    "Matrix", "Number", "Order", "Parser",
];

/// The spectrum, deterministic: about one line in fifty is covered.
pub fn spectrum() -> Spectrum {
    let mut random = Random(1);
    let mut coverage = BitMatrix::new(TESTS, LINES);
    for test in 0..TESTS {
        cover(&mut coverage, test, &mut random);
    }
    Spectrum {
        sizes: Vec::new(),
        classes: (0..CLASSES).map(class).collect(),
        methods: (0..CLASSES * METHODS).map(method).collect(),
        elements: (0..LINES).map(element).collect(),
        tests: (0..TESTS).map(test).collect(),
        coverage,
    }
}

/// The class that a test is named after.
fn subject(test: usize) -> usize {
    test * CLASSES / TESTS
}

/// Covers its own class, others of its package, and some common ones.
fn cover(coverage: &mut BitMatrix, test: usize, random: &mut Random) {
    let own = subject(test);
    let package = own / PACKAGE * PACKAGE;
    let near = (0..14).map(|_| package + random.below(PACKAGE)).collect::<Vec<_>>();
    let popular = (0..10).map(|_| random.below(30)).collect::<Vec<_>>();
    let mut classes: Vec<usize> = [own].into_iter().chain(near).chain(popular).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        for method in class * METHODS..(class + 1) * METHODS {
            if random.below(NOT_CALLED) > 0 {
                call(coverage, test, method, random);
            }
        }
    }
}

/// Covers a method's entry, and one of its branches.
fn call(coverage: &mut BitMatrix, test: usize, method: usize, random: &mut Random) {
    let first = method * METHOD_LINES;
    let end = ENTRY_LINES + [0, 3, METHOD_LINES - ENTRY_LINES][random.below(3)];
    (first..first + end).for_each(|line| coverage.set(test, line));
}

fn class_name(class: usize) -> String {
    let words = [class % 16, class / 16 % 16].map(|word| WORDS[word]).concat();
    format!("org.example.p{}.{words}{class}", class / PACKAGE)
}

fn class(number: usize) -> Class {
    Class {
        name: class_name(number),
        source_file: None,
        hash: number as u64,
        location: "target/classes".to_owned(),
    }
}

fn method_name(method: usize) -> String {
    match method % METHODS {
        0 => "<init>".to_owned(),
        other => format!("get{}{}", WORDS[method / METHODS % 16], WORDS[other]),
    }
}

fn method(number: usize) -> Method {
    Method { class: ClassId::new(number / METHODS), name: method_name(number), descriptor: "()V".to_owned() }
}

fn element(number: usize) -> Element {
    Element { method: MethodId::new(number / METHOD_LINES), line: number as u32 + 1 }
}

fn test(row: usize) -> Test {
    let is_failing = row % (TESTS / FAILING) == 700;
    let (class, method) = (subject(row), subject(row) * METHODS + 1 + row % (METHODS - 1));
    let frame = Frame { class: class_name(class), method: method_name(method), line: 1 };
    Test {
        unique_id: format!("test{row}"),
        class: format!("{}Test", class_name(class)),
        method: format!("testG{}", &method_name(method)[1..]),
        display: String::new(),
        outcome: if is_failing { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 1_000_000,
        overlapped: false,
        failure: is_failing.then(|| Failure {
            exception: "java.lang.IllegalStateException".to_owned(),
            frames: vec![frame],
            thrown: None,
        }),
    }
}

/// Knuth's linear congruential generator: seeded, good enough for generated coverage.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_has_the_size_and_share_covered_that_it_is_said_to_have() {
        let spectrum = spectrum();
        assert_eq!((spectrum.coverage.rows(), spectrum.coverage.columns()), (TESTS, LINES));
        let covered: usize = (0..TESTS).map(|row| spectrum.coverage.ones(row).count()).sum();
        let share = covered as f64 / (TESTS * LINES) as f64;
        assert!((0.015..0.03).contains(&share), "{share}");
        assert_eq!(spectrum.tests_with(Outcome::Failed).count(), FAILING);
    }
}
