//! Describes the results of labelled variants in sentences.

use std::collections::BTreeMap;

use faultline_messages::words::counted;

use crate::kept::Kept;
use crate::words::{Kind, Label};

/// An edit with the numbers of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Description of the edit, or of being split.
    pub edit: String,
    /// Number of variants that pass because of it.
    pub passing: usize,
    /// Number of variants with it that fail.
    pub failing: usize,
    /// The sentence.
    pub says: String,
}

/// Numbers of passing and failing variants.
type Counts = (usize, usize);

/// Returns the evidence for each edit, the largest share of passing variants first. Edits without passing variants are omitted,
/// because they separate nothing. In a variant with several edits, the ones that also pass alone count as the cause; otherwise those
/// that do not fail alone.
pub fn evidence<'k>(kept: impl IntoIterator<Item = &'k Kept>) -> Vec<Evidence> {
    let (mut splits, mut variants) = ((0, 0), Vec::new());
    for one in kept {
        match one.kind {
            Kind::Split => add(&mut splits, one.label),
            // A slice repeats the result of its split, or of the whole test.
            Kind::Slice | Kind::Whole => {}
            Kind::Edit | Kind::Tried => {
                let mut edits = phrases(&one.edits);
                edits.sort_unstable();
                edits.dedup();
                variants.push((edits, one.label));
            }
        }
    }
    let mut evidence: Vec<Evidence> = by_edit(&variants)
        .into_iter()
        .filter(|(_, (passing, _))| *passing > 0)
        .map(|(edit, (passing, failing))| {
            let says = of_edit(edit, passing, failing);
            Evidence { edit: edit.to_owned(), passing, failing, says }
        })
        .collect();
    evidence.sort_by(|a, b| {
        share(b).total_cmp(&share(a)).then(b.passing.cmp(&a.passing)).then_with(|| a.edit.cmp(&b.edit))
    });
    if splits.0 + splits.1 > 0 {
        let (passing, failing) = splits;
        let says = of_splits(passing, failing);
        evidence.insert(0, Evidence { edit: Kind::Split.word().to_owned(), passing, failing, says });
    }
    evidence
}

fn add(counts: &mut Counts, label: Label) {
    match label {
        Label::Passes => counts.0 += 1,
        Label::Fails => counts.1 += 1,
    }
}

/// The variants of each edit. Shape: the distinct edits of each variant.
fn by_edit(variants: &[(Vec<String>, Label)]) -> BTreeMap<&str, Counts> {
    let mut alone: BTreeMap<&str, Counts> = BTreeMap::new();
    for (edits, label) in variants.iter().filter(|(edits, _)| edits.len() == 1) {
        add(alone.entry(&edits[0]).or_default(), *label);
    }
    let passes = |edit: &&String| alone.get(edit.as_str()).is_some_and(|(passing, _)| *passing > 0);
    let may_pass = |edit: &&String| !alone.contains_key(edit.as_str());
    let mut all: BTreeMap<&str, Counts> = BTreeMap::new();
    for (edits, label) in variants {
        let strong: Vec<&String> = edits.iter().filter(passes).collect();
        let open: Vec<&String> = edits.iter().filter(may_pass).collect();
        let by = match label {
            Label::Passes if !strong.is_empty() => strong,
            Label::Passes if !open.is_empty() => open,
            _ => edits.iter().collect(),
        };
        for edit in by {
            add(all.entry(edit).or_default(), *label);
        }
    }
    all
}

/// The share of passing variants, by the rule of succession, so that 1 of 1 is less than 50 of 51.
fn share(of: &Evidence) -> f64 {
    (of.passing + 1) as f64 / (of.passing + of.failing + 2) as f64
}

fn of_edit(edit: &str, passing: usize, failing: usize) -> String {
    // Edits are verbs or nouns.
    let is_verb = ["leave out ", "drop ", "call ", "repeat "].iter().any(|verb| edit.starts_with(verb));
    let (one, clause) = match (is_verb, passing) {
        (true, 1) => ("passes", format!("that {}", singular(edit))),
        (true, _) => ("pass", format!("that {edit}")),
        (false, 1) => ("passes", format!("with {edit}")),
        (false, _) => ("pass", format!("with {edit}")),
    };
    let but = match failing {
        0 => String::new(),
        1 => ", 1 fails".to_owned(),
        failing => format!(", {failing} fail"),
    };
    format!("{} of the failing test {clause} {one}{but}", counted(passing, "variant"))
}

/// Converts `leave out ...` to `leaves out ...`.
fn singular(edit: &str) -> String {
    edit.split_once(' ').map_or_else(|| edit.to_owned(), |(verb, rest)| format!("{verb}s {rest}"))
}

fn of_splits(passing: usize, failing: usize) -> String {
    let hold = |count: usize| if count == 1 { "holds" } else { "hold" };
    format!(
        "of the failing test's {}, each alone, {passing} {} and {failing} {} not",
        counted(passing + failing, "assertion"),
        hold(passing),
        if failing == 1 { "does" } else { "do" }
    )
}

/// Splits the edits of a variant at `; `, which may also occur in their quotes.
fn phrases(edits: &str) -> Vec<String> {
    let (mut phrases, mut phrase, mut quote) = (Vec::new(), String::new(), None);
    let mut rest = edits.chars().peekable();
    while let Some(c) = rest.next() {
        match (c, quote) {
            ('\\', Some('"')) => {
                phrase.push(c);
                phrase.extend(rest.next());
                continue;
            }
            ('`' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (';', None) if rest.peek() == Some(&' ') => {
                rest.next();
                phrases.push(std::mem::take(&mut phrase));
                continue;
            }
            _ => {}
        }
        phrase.push(c);
    }
    phrases.push(phrase);
    phrases.retain(|phrase| !phrase.trim().is_empty());
    phrases
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::words::By;

    fn kept(kind: Kind, edits: &str, label: Label) -> Kept {
        Kept {
            test: "t".into(),
            class: "a.T".into(),
            method: "m".into(),
            label,
            by: By::Split,
            probability: 1.0,
            kind,
            edits: edits.into(),
            lines: String::new(),
            hash: 0,
            inputs: None,
        }
    }

    #[test]
    fn edits_are_counted_over_all_variants_that_have_them() {
        let edit = |edits: &str, label| kept(Kind::Edit, edits, label);
        let mut all = vec![edit("leave out `setNull`; `0` for `i`", Label::Passes); 11];
        all.push(edit("`0` for `i`", Label::Fails));
        all.push(edit("`1` for `i`", Label::Fails));
        all.push(edit("leave out `close`; leave out `close`", Label::Passes));
        let says: Vec<String> = evidence(&all).into_iter().map(|one| one.says).collect();
        assert_eq!(
            says,
            [
                "11 variants of the failing test that leave out `setNull` pass",
                "1 variant of the failing test that leaves out `close` passes",
            ]
        );
    }

    #[test]
    fn what_passes_alone_is_why_a_variant_passes_and_few_say_less_than_many() {
        let edit = |edits: &str, label| kept(Kind::Edit, edits, label);
        let mut all = vec![edit("leave out `toString`", Label::Passes); 9];
        all.push(edit("leave out `toString`", Label::Fails));
        all.push(edit("call `size` as well; leave out `toString`", Label::Passes));
        all.push(edit("`2` for `1`; null for `x`", Label::Passes));
        all.push(edit("null for `x`", Label::Fails));
        let edits: Vec<(String, usize, usize)> =
            evidence(&all).into_iter().map(|one| (one.edit, one.passing, one.failing)).collect();
        assert_eq!(edits, [("leave out `toString`".to_owned(), 10, 1), ("`2` for `1`".to_owned(), 1, 0)]);
    }

    #[test]
    fn assertions_that_hold_alone_come_first_and_whole_tests_say_nothing() {
        let all = [
            kept(Kind::Edit, "null for the 2nd argument of `parse`", Label::Passes),
            kept(Kind::Split, "", Label::Passes),
            kept(Kind::Split, "", Label::Passes),
            kept(Kind::Split, "", Label::Fails),
            kept(Kind::Whole, "", Label::Passes),
        ];
        let evidence = evidence(&all);
        assert_eq!(evidence[0].says, "of the failing test's 3 assertions, each alone, 2 hold and 1 does not");
        assert_eq!(
            evidence[1].says,
            "1 variant of the failing test with null for the 2nd argument of `parse` passes"
        );
    }

    #[test]
    fn what_is_quoted_does_not_end_an_edit() {
        assert_eq!(
            phrases("\"a; b\" for \"x\\\"; y\"; leave out `f; g`"),
            ["\"a; b\" for \"x\\\"; y\"", "leave out `f; g`"]
        );
        assert!(phrases("").is_empty());
    }

    proptest! {
        #[test]
        fn no_more_variants_are_counted_than_there_are(words in proptest::collection::vec("[`\";a \\\\]{0,9}", 0..20)) {
            let all: Vec<Kept> = words.iter().map(|edits| kept(Kind::Edit, edits, Label::Passes)).collect();
            prop_assert!(evidence(&all).iter().all(|one| one.passing <= all.len() && one.failing == 0));
        }
    }
}
