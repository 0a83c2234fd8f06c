//! Tables exchanged between parts of Faultline, which may come from any folder.

use faultline_flt::{fields, line};
use faultline_test_amplification::grown::Grown;
use faultline_test_amplification::observed::Observed;
use faultline_test_amplification::unlabelled;
use faultline_variant_evidence::kept;

const TABLES: [&str; 5] = [
    "n\tclass\tof\tkind\tbody\n1\tp.A\ta\tedit\tb();\n",
    "test\ta\tpassed\nvalue\t1\tb\\nc\nend\n",
    "faultline amplified 1\nname\ttest\tlabel\n",
    "test\tclass\tmethod\tlabel\tby\tprobability\tkind\tedits\tlines\thash\tinputs\n\
     p.A#a\tp.A\ta_faultline_1\tpasses\tsplit\t1\tsplit\t\t\t00000000000000ab\t3/4\n\
     p.A#a\tp.A\ta_faultline_2\tfails\tperson\t0.5\tedit\t`0` for `1`\t7 9\tffffffffffffffff\t\n",
    "test\tclass\tmethod\tkind\tended\tedits\tlines\thash\tinputs\n\
     p.A#a\tp.A\ta_faultline_3\ttried\tassertion 1: expected:<1> but was:<2>\t`a\\tb` for `1`\t7\t00000000000000cd\t0/2\n",
];

pub(super) fn seeds() -> Vec<Vec<u8>> {
    TABLES.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Every table is parsed as each kind, and accepted or refused; fields of a line round-trip.
pub(super) fn check(data: &[u8]) -> bool {
    let text = String::from_utf8_lossy(data);
    for row in text.lines() {
        let parts = fields(row);
        assert_eq!(fields(&line(&parts)), parts);
    }
    if let Ok((all, _)) = kept::parse(&text) {
        let written = kept::text(&all);
        assert_eq!(kept::text(&kept::parse(&written).expect("what was written can be read").0), written);
    }
    if let Ok(all) = unlabelled::parse(&text) {
        let written = unlabelled::text(&all);
        assert_eq!(
            unlabelled::text(&unlabelled::parse(&written).expect("what was written can be read")),
            written
        );
    }
    let _ = (Grown::parse(&text, &text).is_ok(), Observed::parse(&text));
    text.contains('\t')
}
