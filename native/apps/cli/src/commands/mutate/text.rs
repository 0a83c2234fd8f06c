//! The report as text.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use faultline_mbfl::{Category, each_once};
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};
use faultline_mutation_runner::report::{Ended, Report};
use faultline_spectrum::{Reason, Verdict};

use faultline_terminal::page::Page;
use faultline_terminal::table::{Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::ranked::{Group, Ranked, place};
use crate::commands::groups;

/// Number of lines shown: of a single group, and of each of several.
const LINES: (usize, usize) = (10, 5);
/// Number of mending mutants shown per group.
const MENDING: usize = 5;
/// Number of omissions listed.
const LEFT_OUT: usize = 10;

/// Default number of lines shown per group.
pub fn usual(ranked: &Ranked) -> usize {
    if ranked.groups.len() > 1 { LINES.1 } else { LINES.0 }
}

/// Renders the whole page, ending with a line break. `moved` says what has changed among the suspects of `rank`.
pub fn render(report: &Report, ranked: &Ranked, moved: &[String], top: usize, terminal: &Terminal) -> String {
    let mut text = Text { report, ranked, page: Page::new(terminal) };
    for (at, group) in ranked.groups.iter().take(groups::SHOWN).enumerate() {
        if at > 0 {
            text.page.blank();
        }
        text.group(at, group, top);
    }
    if let Some(left_out) = groups::left_out(ranked.groups.len()) {
        text.page.blank();
        text.prose(&left_out);
    }
    text.page.blank();
    text.verdicts();
    text.left_out();
    text.cost();
    text.refuted();
    text.not_needed();
    groups::moved(&mut text.page, moved);
    text.page.into_text()
}

struct Text<'a> {
    report: &'a Report,
    ranked: &'a Ranked,
    page: Page<'a>,
}

impl Text<'_> {
    fn prose(&mut self, text: &str) {
        self.page.prose(style::PLAIN, "", text);
    }

    fn group(&mut self, at: usize, group: &Group, top: usize) {
        let spectrum = self.report.plan.spectrum();
        groups::heading(&mut self.page, spectrum, (at, self.ranked.groups.len()), &group.failing);
        self.table(group, top);
        self.page.blank();
        if group.mending.is_empty() {
            self.nothing_mends(group);
            return;
        }
        let sentences = each_once(group.mending.iter().map(|mending| {
            let class = names::simple_class(&spectrum.classes[mending.class.index()].name);
            (format!("{class}: {}", printable(&mending.says)), mending.category)
        }));
        let mut said = 0;
        for ((text, category), mutants) in sentences.into_iter().take(MENDING) {
            said += mutants;
            let places = if mutants > 1 { format!(" (at {mutants} places)") } else { String::new() };
            let look = if category == Category::Clean { style::GOOD } else { style::PLAIN };
            self.page.prose(look, "  ", &(text + &places));
        }
        if group.mending.len() > said {
            let more = counted(group.mending.len() - said, "more mending mutant");
            self.page.painted(style::DIM, &format!("  … {more}; --json has all"));
        }
    }

    fn nothing_mends(&mut self, group: &Group) {
        let text = match group.tried {
            0 => "No mutant was tried.".to_owned(),
            _ if self.report.has_run_failing_tests() => "No mutant makes a failing test pass.".to_owned(),
            1 => "The one mutant tried so far makes no failing test pass.".to_owned(),
            tried => format!("None of the {} mutants tried so far makes a failing test pass.", number(tried)),
        };
        self.prose(&text);
    }

    fn table(&mut self, group: &Group, top: usize) {
        let mut table = Table::new(vec![
            Column::right("rank"),
            Column::right("score"),
            Column::right("mutants"),
            Column::left("best", Cut::Never),
            Column::left("line", Cut::Never),
            Column::left("method", Cut::End),
        ]);
        let spectrum = self.report.plan.spectrum();
        for line in group.lines.iter().take(top) {
            let class = &spectrum.classes[line.class.index()];
            let method = &spectrum.methods[line.method.index()];
            let (best, look) = match line.category {
                Category::Idle => ("", style::PLAIN),
                Category::Clean => (line.category.name(), style::GOOD),
                _ => (line.category.name(), style::WARN),
            };
            table.row(vec![
                Cell::plain(groups::place(line.place)),
                Cell::plain(format!("{:.3}", line.score)),
                Cell::plain(format!("{:.2}", line.mutants)),
                Cell::new(look, best),
                Cell::new(style::SUSPECT, place(spectrum, line.class, line.line)),
                Cell::plain(names::method(&class.name, method, false)),
            ]);
        }
        groups::title(&mut self.page, "Suspicious lines", &self.ranked.spec);
        self.page.table(&table);
    }

    fn verdicts(&mut self) {
        let (mut of, mut reasons) = (BTreeMap::<Verdict, usize>::new(), BTreeMap::<Reason, usize>::new());
        for ((verdict, reason), count) in self.report.verdicts() {
            *of.entry(verdict).or_default() += count;
            if reason != Reason::None {
                *reasons.entry(reason).or_default() += count;
            }
        }
        let mut text = format!(
            "{} of {} in {}",
            counted(self.report.facts.verdicts.len(), "pair"),
            counted(self.report.mutants(), "mutant"),
            counted(self.report.facts.classes.len(), "class")
        );
        for (at, (verdict, count)) in of.iter().enumerate() {
            let _ =
                write!(text, "{}{} {}", if at == 0 { ": " } else { ", " }, number(*count), words(*verdict));
        }
        for (at, (reason, count)) in reasons.iter().enumerate() {
            let start = if at == 0 { "; " } else { ", " };
            let _ = write!(text, "{start}{} ended by {}", number(*count), reason_words(*reason));
        }
        self.prose(&text);
    }

    fn left_out(&mut self) {
        let left_out = self.report.left_out();
        if left_out.is_empty() {
            return;
        }
        self.prose(&format!("Left out: {}", number(left_out.len())));
        for one in left_out.iter().take(LEFT_OUT) {
            let text = format!("{} {}", one.name, one.why);
            self.page.prose(style::DIM, "  ", &printable(text.trim()));
        }
        if left_out.len() > LEFT_OUT {
            let more = number(left_out.len() - LEFT_OUT);
            self.page.painted(style::DIM, &format!("  … {more} more; --json has all"));
        }
    }

    /// Whether mutants remain open after the run because slow tests have not run on them.
    fn waits_for_slow_tests(&self) -> bool {
        let mut mending = self.ranked.groups.iter().flat_map(|group| &group.mending);
        !self.report.plan.slow.is_empty() && mending.any(|mending| mending.category == Category::Open)
    }

    fn refuted(&mut self) {
        let refuted = self.report.facts.refuted_mutants();
        if refuted > 0 {
            self.prose(&format!(
                "{} made a failing test pass only in a JVM that had run other pairs, and not in a fresh one; that does \
                 not count as mending",
                counted(refuted, "mutant")
            ));
        }
    }

    fn not_needed(&mut self) {
        let text = match self.report.not_needed() {
            0 => return,
            1 => "1 mutant of a less suspicious line did not run, because it cannot change the first suspect; --resume \
                  --mutants all runs it"
                .to_owned(),
            mutants => format!(
                "{} mutants of less suspicious lines did not run, because they cannot change the first suspect; \
                 --resume --mutants all runs them",
                number(mutants)
            ),
        };
        self.prose(&text);
    }

    fn cost(&mut self) {
        let report = self.report;
        let end = match report.end {
            Ended::Done if self.waits_for_slow_tests() => {
                "; slow passing tests have not run on all open mutants: --resume --tests all runs them"
            }
            Ended::Done => "",
            Ended::Budget => "; the budget is over: --resume continues, --budget allows more",
            Ended::Stopped => "; stopped: --resume continues",
        };
        let shown = report.folder.display().to_string();
        let text = format!(
            "{} in {}, {:.1} s of CPU, {}{end}; results in {}",
            counted(report.pairs, "pair"),
            seconds(report.wall),
            report.cpu,
            counted(report.jvms, "JVM"),
            shell_word(&shown)
        );
        self.prose(&text);
    }
}

/// Words that follow a number.
fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "as before",
        Verdict::Passes => "mended",
        Verdict::Fails => "broken",
        Verdict::Type => "by another exception",
        Verdict::Message => "with another message",
        Verdict::Trace => "from another place",
        Verdict::Aborts => "given up",
    }
}

/// Words that precede a number.
fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::None => "nothing",
        Reason::Fuel => "endless loops",
        Reason::Wall => "the clock",
        Reason::Crashed => "a crash",
        Reason::Exit => "a call of exit",
        Reason::Memory => "memory",
        Reason::Stack => "the stack",
    }
}
