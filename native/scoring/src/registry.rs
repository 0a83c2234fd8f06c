//! Every formula, one line each.

use crate::Counts;
use crate::formula::{Formula, RankGroup};
use RankGroup::{Er1, Er2, Er3, Er4};

type C<'a> = &'a Counts<f64>;

/// Every formula, in the order in which they are listed to people. 0/0 is 0 in all of them.
///
/// A closure is the definition as it is printed. Where a whole formula is 0/0 it may give NaN,
/// which [`Formula::score`] replaces; only a part that may be 0/0 needs [`ratio`].
#[rustfmt::skip]
pub static FORMULAS: &[Formula] = &[
    row("Ochiai", &[], "ef / sqrt(F (ef + ep))", "Ochiai 1957; Abreu et al., PRDC 2006", None, |c| c.ef / (c.failed() * c.executed()).sqrt()),
    row("Tarantula", &[], "(ef/F) / (ef/F + ep/P)", "Jones, Harrold, ASE 2005", Some(Er3), |c| ratio(c.ef, c.failed()) / (ratio(c.ef, c.failed()) + ratio(c.ep, c.passed()))),
    row("DStar", &["D*", "DStar2"], "ef^2 / (ep + nf), infinite where exactly the failing tests execute", "Wong et al., TR 2014", None, |c| c.ef * c.ef / (c.ep + c.nf)),
    row("Naish2", &["Op2", "Op"], "ef - ep / (P + 1)", "Naish et al., TOSEM 2011", Some(Er1), |c| c.ef - c.ep / (c.passed() + 1.0)),
    row("Barinel", &[], "1 - ep / (ef + ep)", "Abreu et al., ASE 2009", None, |c| 1.0 - c.ep / c.executed()),
    row("Jaccard", &[], "ef / (F + ep)", "Jaccard 1901; Chen et al., DSN 2002", Some(Er2), |c| c.ef / (c.failed() + c.ep)),
    row("Naish1", &["Op1"], "-1 where ef < F, else P - ep", "Naish et al., TOSEM 2011", Some(Er1), |c| if c.ef < c.failed() { -1.0 } else { c.np }),
    row("Wong2", &[], "ef - ep", "Wong et al., COMPSAC 2007", Some(Er4), |c| c.ef - c.ep),
];

/// A row of the registry whose 0/0 is 0.
const fn row(
    name: &'static str,
    aliases: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    group: Option<RankGroup>,
    evaluate: fn(C<'_>) -> f64,
) -> Formula {
    Formula { name, aliases, definition, source, zero_by_zero: 0.0, group, evaluate }
}

/// A fraction whose 0/0 is 0.
fn ratio(part: f64, whole: f64) -> f64 {
    if part == 0.0 { 0.0 } else { part / whole }
}
