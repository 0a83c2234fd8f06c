//! The output of `faultline train --ranking --ablations`.

use faultline_messages::words::{counted, printable};
use faultline_sbfl::evidence::Kind;
use faultline_training::ablation::{Ablations, Interval, Worth};

/// A block of lines for each project and one for all: the omitted kind, faults with the faulty method first
/// and among the first five, mean average precision, each with its 95 % interval, and p against all kinds.
pub fn lines(ablations: &[Ablations]) -> Vec<String> {
    let title = "what each kind of evidence is worth, by weights learned from the other projects, with bootstrap 95 % intervals";
    let mut lines = vec![title.to_owned()];
    for of in ablations {
        lines.push(format!("  {}, {}", printable(&of.name), counted(of.faults, "fault")));
        lines.push(row(["without", "first", "first five", "mAP", "p"].map(str::to_owned)));
        lines.extend(of.rows.iter().map(worth));
    }
    lines
}

fn row([without, first, five, map, p]: [String; 5]) -> String {
    format!("    {without:<12} {first:>16} {five:>16} {map:>21} {p:>6}").trim_end().to_owned()
}

fn worth(of: &Worth) -> String {
    let faults = |number: &Interval| format!("{:.1} ({:.0} to {:.0})", number.value, number.low, number.high);
    row([
        of.without.map_or("-", Kind::name).to_owned(),
        faults(&of.first),
        faults(&of.first_five),
        format!("{:.3} ({:.3} to {:.3})", of.map.value, of.map.low, of.map.high),
        of.p.map_or_else(String::new, |p| format!("{p:.3}")),
    ])
}
