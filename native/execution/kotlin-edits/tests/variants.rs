//! Variants of tests in a file with many syntactic forms: they parse, and a seed reproduces them.

use std::collections::HashSet;

use faultline_kotlin_edits::{Copy, Kind, Source, Test, Variant, Variants, Wanted};
use proptest::prelude::*;

const TEXT: &str = include_str!("sample.kt");
const TESTS: [(&str, &str); 4] = [
    ("org.example.CartTest", "totals what was added"),
    ("org.example.CartTest", "reads"),
    ("org.example.CartTest", "one"),
    ("org.example.CartTest$Empty", "is empty"),
];

fn drawn(source: &Source, at: usize, wanted: Wanted) -> Vec<Variant> {
    let (class, method) = TESTS[at];
    let test = Test::find(source, class, method).expect("a test");
    let mut variants = Variants::of(&test, wanted);
    let count = variants.count();
    variants.splits().into_iter().chain(variants.edits(count)).collect()
}

fn source() -> Source {
    let source = Source::parse(TEXT).expect("a tree");
    assert!(!source.has_errors());
    source
}

#[test]
fn each_assertion_stands_alone_wherever_it_stands() {
    let source = source();
    let splits = |at: usize| -> Vec<Variant> {
        let all = drawn(&source, at, Wanted { count: 0, tries: true, seed: 1 });
        all.into_iter().filter(|one| one.kind == Kind::Split).collect()
    };
    let lines = |at: usize| splits(at).iter().map(|one| one.lines.clone()).collect::<Vec<_>>().join(" ");
    assert_eq!(lines(0), "34 35 36 38 39 41 42");
    // An assertion that others need to compile has no split; a helper that asserts has one.
    assert_eq!(lines(1), "58 59 60");
    assert_eq!(lines(2), "", "of one there is none to split off");
    let alone = &splits(0)[2];
    assert!(
        alone.code.contains("if (cart.size > 2) assertTrue(cart.isFull()) else cart.clear()"),
        "{}",
        alone.code
    );
    assert!(alone.code.contains("0 -> { }") && !alone.code.contains("assertEquals"), "{}", alone.code);
    let reads = &splits(1)[0];
    assert!(
        reads.code.contains("assertNotNull(first)\n        assertEquals(\"pen\", first.name)"),
        "{}",
        reads.code
    );
}

#[test]
fn in_the_whole_test_each_assertion_has_its_say() {
    let source = source();
    let all = drawn(&source, 3, Wanted { count: 0, tries: true, seed: 1 });
    let whole = &all.iter().find(|one| one.kind == Kind::Whole).expect("the whole").code;
    for at in 0..2 {
        assert!(
            whole.contains(&format!("Observed.held({at}, null) }} catch (faultlineThrown: Throwable)")),
            "{whole}"
        );
    }
}

#[test]
fn edits_of_observing_variants_show_what_assertions_look_at() {
    let source = source();
    let all = drawn(&source, 0, Wanted { count: 20, tries: false, seed: 3 });
    for one in all.iter().filter(|one| one.kind == Kind::Edit) {
        assert!(one.code.starts_with("{ io.faultline.amplify.observe.Observed.instead();"), "{}", one.code);
        assert!(
            one.code.contains("Observed.see(") && !one.code.contains("assertEquals(17.0"),
            "{}",
            one.code
        );
        assert!(!one.words.is_empty() && !one.lines.is_empty() && !one.edits.is_empty());
    }
    assert_eq!(all.iter().filter(|one| one.kind == Kind::Edit).count(), 20);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn edited_tests_can_be_read_and_a_seed_gives_the_same_ones(
        seed in any::<u64>(), at in 0..TESTS.len(), tries in any::<bool>(),
    ) {
        let source = source();
        let wanted = Wanted { count: 20, tries, seed };
        let all = drawn(&source, at, wanted);
        prop_assert_eq!(&all, &drawn(&source, at, wanted));
        let codes: HashSet<&str> = all.iter().filter(|one| one.kind != Kind::Split).map(|one| one.code.as_str()).collect();
        prop_assert_eq!(codes.len(), all.iter().filter(|one| one.kind != Kind::Split).count(), "none twice");
        let test = Test::find(&source, TESTS[at].0, TESTS[at].1).expect("a test");
        let copy = Copy::of(&source, std::slice::from_ref(&test));
        for one in &all {
            let function = test.function("variant_1", &one.code);
            for pieces in [&copy.watched, &copy.plain] {
                let text = format!("{}\n    {function}\n{}", pieces[0], pieces[1]);
                let again = Source::parse(&text).expect("a tree");
                prop_assert!(!again.has_errors(), "{}", function);
                prop_assert!(Test::find(&again, TESTS[at].0, "variant_1").is_ok(), "{}", text);
            }
            let (equal, of) = one.inputs.split_once('/').expect("inputs");
            prop_assert!(equal.parse::<u32>().expect("a number") <= of.parse().expect("a number"));
        }
    }
}
