//! `faultline formulas`: the registry as a table.

use std::process::ExitCode;

use faultline_scoring::FORMULAS;

use crate::args::FormulasOptions;
use crate::failure::Failure;
use crate::table::{Align, Cell, Column, Cut, Table};
use crate::terminal::{self, Terminal, style};

/// Prints every formula with its definition, its value of 0/0 and, below, its source.
pub fn formulas(options: &FormulasOptions) -> Result<ExitCode, Failure> {
    let terminal = Terminal::of_stdout(options.color, options.width);
    terminal::print(listing(&terminal).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn listing(terminal: &Terminal) -> String {
    let column = |title, cut| Column { title, align: Align::Left, cut };
    let mut table = Table::new(vec![
        column("name", Cut::Never),
        column("definition", Cut::End),
        Column { title: "0/0", align: Align::Right, cut: Cut::Never },
    ]);
    for formula in FORMULAS {
        let names: Vec<_> = formula.names().collect();
        let (name, aliases) = names.split_first().map_or(("", &[][..]), |(name, rest)| (*name, rest));
        let aliases = if aliases.is_empty() { String::new() } else { format!(" ({})", aliases.join(", ")) };
        table.row(vec![
            Cell::new(style::SUSPECT, name).and(style::DIM, aliases),
            Cell::plain(formula.definition),
            Cell::plain(formula.zero_by_zero.to_string()),
        ]);
        // Below, not beside: both are long, and a definition that is cut is none.
        table.row(vec![Cell::default(), Cell::new(style::DIM, formula.source), Cell::default()]);
    }
    let mut text = table.lines(terminal).join("\n");
    text.push_str(
        "\n\nF and P are the failing and the passing tests, F = ef + nf, P = ep + np; 0/0 is what a score\n\
         is where its formula divides nothing by nothing. A name is found in any case: --ranking dstar\n",
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_formula_is_listed_within_the_width() {
        let text = listing(&Terminal { width: 100, color: false });
        for formula in FORMULAS {
            assert!(text.lines().any(|line| line.starts_with(formula.name)), "{}", formula.name);
        }
        assert!(!text.contains('…'), "nothing is cut: {text}");
        assert!(text.lines().all(|line| unicode_width::UnicodeWidthStr::width(line) <= 100), "{text}");
    }
}
