//! Every formula, one line each.

use crate::Counts;
use crate::formula::{Cloning, Formula, Parameter, RankGroup};
use Cloning::{EitherWay, Improved, Preserved};
use RankGroup::{Er1, Er2, Er3, Er4, Er5, Er6};

type C<'a> = &'a Counts<f64>;

/// Every formula, in display order: the common ones first, then by group. 0/0 is 0 in all of them.
///
/// A closure implements the printed definition. If the whole formula is 0/0 it may return NaN, which [`Formula::score`]
/// replaces; only a part that may be 0/0 needs [`ratio`].
#[rustfmt::skip]
pub static FORMULAS: &[Formula] = &[
    row("Ochiai", &[], "ef / sqrt(F (ef + ep))", "Ochiai 1957; Abreu et al., PRDC 2006", None, Improved, |c, _| c.ef / (c.failed() * c.executed()).sqrt()),
    row("Tarantula", &[], "(ef/F) / (ef/F + ep/P)", "Jones, Harrold, ASE 2005", Some(Er3), Preserved, |c, _| ratio(c.ef, c.failed()) / (ratio(c.ef, c.failed()) + ratio(c.ep, c.passed()))),
    with("DStar", &["D*", "DStar2"], "ef^star / (ep + nf), infinite where exactly the failing tests execute", "Wong et al., IEEE Trans. Reliability 2014", Improved, Parameter { name: "star", default: 2.0, min: 1.0, max: 100.0 }, |c, star| c.ef.powf(star) / (c.ep + c.nf)),
    row("Naish2", &["Op2", "Op", "Opt"], "ef - ep / (P + 1)", "Naish et al., TOSEM 2011", Some(Er1), Preserved, |c, _| c.ef - c.ep / (c.passed() + 1.0)),
    row("Barinel", &[], "1 - ep / (ef + ep)", "Abreu et al., ASE 2009", Some(Er3), Preserved, |c, _| 1.0 - c.ep / c.executed()),
    row("Jaccard", &[], "ef / (F + ep)", "Jaccard 1901; Chen et al., DSN 2002", Some(Er2), Improved, |c, _| c.ef / (c.failed() + c.ep)),
    row("Naish1", &["Op1"], "-1 where ef < F, else P - ep", "Naish et al., TOSEM 2011", Some(Er1), Preserved, |c, _| if c.ef < c.failed() { -1.0 } else { c.np }),
    row("Anderberg", &[], "ef / (ef + 2 (nf + ep))", "Anderberg 1973; Naish et al., TOSEM 2011", Some(Er2), Improved, |c, _| c.ef / (c.ef + 2.0 * (c.nf + c.ep))),
    row("SorensenDice", &[], "2 ef / (2 ef + nf + ep)", "Dice 1945; Sørensen 1948; Naish et al., TOSEM 2011", Some(Er2), Improved, |c, _| 2.0 * c.ef / (2.0 * c.ef + c.nf + c.ep)),
    row("Dice", &[], "2 ef / (ef + nf + ep)", "Dice 1945; Naish et al., TOSEM 2011", Some(Er2), Improved, |c, _| 2.0 * c.ef / (c.ef + c.nf + c.ep)),
    row("Goodman", &[], "(2 ef - nf - ep) / (2 ef + nf + ep)", "Goodman, Kruskal 1954; Naish et al., TOSEM 2011", Some(Er2), Improved, |c, _| (2.0 * c.ef - c.nf - c.ep) / (2.0 * c.ef + c.nf + c.ep)),
    row("qe", &[], "ef / (ef + ep)", "Lee et al. 2009; Naish et al., TOSEM 2011", Some(Er3), Preserved, |c, _| c.ef / c.executed()),
    row("SBI", &[], "ef / (ef + ep)", "Liblit et al., PLDI 2005; Yu et al., ICSE 2008", Some(Er3), Preserved, |c, _| c.ef / c.executed()),
    row("CBIInc", &[], "ef / (ef + ep) - F / (F + P)", "Liblit et al., PLDI 2005", Some(Er3), Preserved, |c, _| ratio(c.ef, c.executed()) - ratio(c.failed(), c.failed() + c.passed())),
    row("Wong2", &[], "ef - ep", "Wong et al., COMPSAC 2007", Some(Er4), Improved, |c, _| c.ef - c.ep),
    row("Hamann", &[], "(ef + np - nf - ep) / (F + P)", "Hamann 1961; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| (c.ef + c.np - c.nf - c.ep) / (c.failed() + c.passed())),
    row("SimpleMatching", &[], "(ef + np) / (F + P)", "Sokal, Michener 1958; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| (c.ef + c.np) / (c.failed() + c.passed())),
    row("Sokal", &[], "2 (ef + np) / (2 (ef + np) + nf + ep)", "Sokal, Sneath 1963; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| 2.0 * (c.ef + c.np) / (2.0 * (c.ef + c.np) + c.nf + c.ep)),
    row("RogersTanimoto", &[], "(ef + np) / (ef + np + 2 (nf + ep))", "Rogers, Tanimoto 1960; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| (c.ef + c.np) / (c.ef + c.np + 2.0 * (c.nf + c.ep))),
    row("Hamming", &[], "ef + np", "Hamming 1950; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| c.ef + c.np),
    row("Euclid", &[], "sqrt(ef + np)", "Krause 1973; Naish et al., TOSEM 2011", Some(Er4), Improved, |c, _| (c.ef + c.np).sqrt()),
    row("Wong1", &[], "ef", "Wong et al., COMPSAC 2007", Some(Er5), Preserved, |c, _| c.ef),
    row("RusselRao", &["RussellRao"], "ef / (F + P)", "Russell, Rao 1940; Naish et al., TOSEM 2011", Some(Er5), Preserved, |c, _| c.ef / (c.failed() + c.passed())),
    row("Binary", &[], "0 where ef < F, else 1", "Naish et al., TOSEM 2011", Some(Er5), Preserved, |c, _| if c.ef < c.failed() { 0.0 } else { 1.0 }),
    row("Scott", &[], "(4 ef np - 4 nf ep - (nf - ep)^2) / ((2 ef + nf + ep) (2 np + nf + ep))", "Scott 1955; Naish et al., TOSEM 2011", Some(Er6), Improved, |c, _| agreement(c) / ((2.0 * c.ef + c.nf + c.ep) * (2.0 * c.np + c.nf + c.ep))),
    row("Rogot1", &[], "(ef / (2 ef + nf + ep) + np / (2 np + nf + ep)) / 2", "Rogot, Goldberg 1966; Naish et al., TOSEM 2011", Some(Er6), Improved, |c, _| f64::midpoint(ratio(c.ef, 2.0 * c.ef + c.nf + c.ep), ratio(c.np, 2.0 * c.np + c.nf + c.ep))),
    row("AMPLE", &[], "|ef/F - ep/P|", "Dallmeier et al., ECOOP 2005", None, Preserved, |c, _| (ratio(c.ef, c.failed()) - ratio(c.ep, c.passed())).abs()),
    row("AMPLE2", &[], "ef/F - ep/P", "Naish et al., TOSEM 2011", None, Preserved, |c, _| ratio(c.ef, c.failed()) - ratio(c.ep, c.passed())),
    row("ArithmeticMean", &[], "2 (ef np - nf ep) / ((ef + ep) (np + nf) + F P)", "Rogot, Goldberg 1966; Naish et al., TOSEM 2011", None, EitherWay, |c, _| 2.0 * (c.ef * c.np - c.nf * c.ep) / (c.executed() * (c.np + c.nf) + c.failed() * c.passed())),
    row("Cohen", &[], "2 (ef np - nf ep) / ((ef + ep) P + F (nf + np))", "Cohen 1960; Naish et al., TOSEM 2011", None, EitherWay, |c, _| 2.0 * (c.ef * c.np - c.nf * c.ep) / (c.executed() * c.passed() + c.failed() * (c.nf + c.np))),
    row("Fleiss", &[], "(4 ef np - 4 nf ep - (nf - ep)^2) / (2 F + 2 P)", "Fleiss 1965; Naish et al., TOSEM 2011", None, EitherWay, |c, _| agreement(c) / (2.0 * c.failed() + 2.0 * c.passed())),
    row("M1", &[], "(ef + np) / (nf + ep)", "Everitt 1978; Naish et al., TOSEM 2011", None, Improved, |c, _| (c.ef + c.np) / (c.nf + c.ep)),
    row("M2", &[], "ef / (ef + np + 2 (nf + ep))", "Everitt 1978; Naish et al., TOSEM 2011", None, Improved, |c, _| c.ef / (c.ef + c.np + 2.0 * (c.nf + c.ep))),
    row("Wong3", &[], "ef - h; h = ep to 2, then 2 + 0.1 (ep - 2) to 10, then 2.8 + 0.001 (ep - 10)", "Wong et al., COMPSAC 2007", None, Improved, |c, _| c.ef - wong3(c.ep)),
    row("Kulczynski1", &[], "ef / (nf + ep)", "Kulczyński 1927; Naish et al., TOSEM 2011", None, Improved, |c, _| c.ef / (c.nf + c.ep)),
    row("Kulczynski2", &[], "(ef/F + ef / (ef + ep)) / 2", "Kulczyński 1927; Naish et al., TOSEM 2011", None, EitherWay, |c, _| f64::midpoint(ratio(c.ef, c.failed()), ratio(c.ef, c.executed()))),
    row("Ochiai2", &[], "ef np / sqrt((ef + ep) (nf + np) (ef + nf) (ep + np))", "Ochiai 1957; Naish et al., TOSEM 2011", None, EitherWay, |c, _| c.ef * c.np / (c.executed() * (c.nf + c.np) * c.failed() * c.passed()).sqrt()),
    row("Zoltar", &[], "ef / (F + ep + 10000 nf ep / ef)", "Gonzalez, MSc thesis, TU Delft 2007", None, Improved, |c, _| c.ef / (c.failed() + c.ep + ratio(10_000.0 * c.nf * c.ep, c.ef))),
    row("Overlap", &[], "ef / min(ef, nf, ep)", "Krause 1973; Naish et al., TOSEM 2011", None, Preserved, |c, _| c.ef / c.ef.min(c.nf).min(c.ep)),

    row("GP13", &[], "ef (1 + 1 / (2 ep + ef))", "Yoo, SSBSE 2012", Some(Er1), Preserved, |c, _| c.ef * (1.0 + ratio(1.0, 2.0 * c.ep + c.ef))),
    row("Ideal", &[], "0 where ef < F, else ef / (ef + ep)", "GZoltar 1.7", Some(Er1), Preserved, |c, _| if c.ef < c.failed() { 0.0 } else { c.ef / c.executed() }),
];

/// A formula without a parameter.
const fn row(
    name: &'static str,
    aliases: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    group: Option<RankGroup>,
    cloning: Cloning,
    evaluate: fn(C<'_>, f64) -> f64,
) -> Formula {
    Formula {
        name,
        aliases,
        definition,
        source,
        zero_by_zero: 0.0,
        group,
        cloning,
        parameter: None,
        evaluate,
    }
}

/// A formula with a parameter.
const fn with(
    name: &'static str,
    aliases: &'static [&'static str],
    definition: &'static str,
    source: &'static str,
    cloning: Cloning,
    parameter: Parameter,
    evaluate: fn(C<'_>, f64) -> f64,
) -> Formula {
    let plain = row(name, aliases, definition, source, None, cloning, evaluate);
    Formula { parameter: Some(parameter), ..plain }
}

/// A fraction with 0/0 = 0.
fn ratio(part: f64, whole: f64) -> f64 {
    if part == 0.0 { 0.0 } else { part / whole }
}

/// The numerator shared by Scott and Fleiss: four times the agreement beyond chance.
fn agreement(c: C<'_>) -> f64 {
    4.0 * c.ef * c.np - 4.0 * c.nf * c.ep - (c.nf - c.ep).powi(2)
}

/// The penalty for passing tests in Wong3: later ones count less.
fn wong3(ep: f64) -> f64 {
    match ep {
        ep if ep <= 2.0 => ep,
        ep if ep <= 10.0 => 2.0 + 0.1 * (ep - 2.0),
        ep => 2.8 + 0.001 * (ep - 10.0),
    }
}
