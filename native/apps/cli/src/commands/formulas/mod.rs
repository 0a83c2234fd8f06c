//! `faultline formulas`: prints the registry of formulas as a table.

pub mod options;

use std::process::ExitCode;

use faultline_messages::failure::Failure;
use faultline_sbfl::{FORMULAS, Formula};
use unicode_width::UnicodeWidthStr;

use crate::commands::formulas::options::FormulasOptions;
use faultline_terminal::page::wrapped;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{self, Terminal, style};

/// Prints every formula with its value of 0/0, its group, the effect of cloning, its definition and, below,
/// its source.
pub fn formulas(options: &FormulasOptions) -> Result<ExitCode, Failure> {
    let terminal = options.page.terminal();
    terminal::print(&listing(&terminal))?;
    Ok(ExitCode::SUCCESS)
}

const EXPLANATION: &str = "
F and P are the failing and the passing tests, F = ef + nf, P = ep + np; 0/0 is what a score
is where its formula divides nothing by nothing. Formulas of one group rank alike, and
`cloned` says what +clone does to the rank of the fault, where every failing test executes
it and at least as many tests pass as fail: `improved` never makes it worse, `preserved`
changes nothing (with several faults neither), `either way` can do both.

A name is found in any case: --ranking dstar, with its number: --ranking dstar:3
Behind it, a ranking may have

  +size      times n^0.3, n the method's lines that a failing test executed (+size:0.5)
  +trace     times 1 + 2/k, k the method's place in a failing test's stack trace (+trace:3)
  +name      times (1 + C)(1 + 2 M), the words that the names of the class and of the method
             share with a failing test's, by the words of either (+name:1: (1 + C/2)(1 + M))
  +mutants   each line times (1 + 2 mx)(1 + 2 s), mx the suspicion of its mutants, s by what
             they mend (+mutants:1: (1 + mx)(1 + s)); part of the default where results of
             `faultline mutate` are found
  +clone     failing tests counted P/F times
  +max       a method scores as its best line (the default), +mean, +sum

and instead of a formula

  posterior  the probability of being the fault, (1 - q)^ep s^(F - ef) of each line that a
             failing test executed, added up to methods and classes; posterior:q=0.2:s=0.1
  metallaxis a formula over the tests that kill a line's mutants: metallaxis:dstar:3;
             +infection counts passing tests that a mutant infects as expected kills
  muse       what a line's mutants mend less what they break
";

fn listing(terminal: &Terminal) -> String {
    let titles = ["name", "0/0", "group", "cloned", "definition"];
    let mut table = Table::new(titles.map(|title| Column::left(title, Cut::Never)).to_vec());
    let names = FORMULAS.iter().map(|formula| title(formula).width()).max().unwrap_or(0);
    // Width of the other columns: `0/0`, `group`, `either way` and the gaps.
    let room = terminal.width.saturating_sub(names + 3 + 5 + 10 + 4 * 2);
    for formula in FORMULAS {
        let mut aliases = title(formula);
        aliases.drain(..formula.name.len());
        let mut definition = wrapped(formula.definition, "", room).into_iter();
        table.row(vec![
            Cell::new(style::SUSPECT, formula.name).and(style::DIM, aliases),
            Cell::plain(formula.zero_by_zero.to_string()),
            Cell::plain(formula.group.map_or(String::new(), |group| group.to_string())),
            Cell::plain(formula.cloning.name()),
            Cell::plain(definition.next().unwrap_or_default()),
        ]);
        // Definitions wrap onto the next rows, because a cut formula is useless.
        let sources = wrapped(formula.source, "", room).into_iter().map(|line| Cell::new(style::DIM, line));
        for line in definition.map(Cell::plain).chain(sources) {
            let mut row = vec![Cell::default(); titles.len() - 1];
            row.push(line);
            table.row(row);
        }
    }
    table.lines(terminal).join("\n") + "\n" + EXPLANATION
}

/// Name and aliases: `Naish2 (Op2, Op)`.
fn title(formula: &Formula) -> String {
    match formula.aliases {
        [] => formula.name.to_owned(),
        aliases => format!("{} ({})", formula.name, aliases.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_formula_is_listed_within_the_width() {
        let text = listing(&Terminal::plain(100));
        for formula in FORMULAS {
            assert!(text.lines().any(|line| line.starts_with(formula.name)), "{}", formula.name);
        }
        assert!(!text.contains('…'), "nothing is cut: {text}");
        assert!(text.lines().all(|line| line.width() <= 100), "{text}");
    }

    #[test]
    fn definitions_are_whole_in_a_narrow_window_too() {
        let text = listing(&Terminal::plain(70));
        let words: Vec<&str> = text.split_whitespace().collect();
        let scott: Vec<&str> = "(2 np + nf + ep))".split(' ').collect();
        assert!(words.windows(scott.len()).any(|part| part == scott), "{text}");
        assert!(!text.contains('…'));
    }
}
