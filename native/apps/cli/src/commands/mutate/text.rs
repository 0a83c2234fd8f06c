//! What mutants say, for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use faultline_mbfl::{Category, each_once};
use faultline_messages::names;
use faultline_messages::words::{counted, number, printable, seconds, shell_word};
use faultline_mutation_runner::report::{Ended, Report};
use faultline_spectrum::{Reason, Verdict};

use faultline_terminal::page::wrapped;
use faultline_terminal::table::{Align, Cell, Column, Cut, Table};
use faultline_terminal::terminal::{Terminal, style};

use super::ranked::{Group, Ranked, place};

/// Lines that are shown of one group, and of each of several.
const LINES: (usize, usize) = (10, 5);
/// Mending mutants that are told of, of each group.
const MENDING: usize = 5;
/// What is left out that is named.
const LEFT_OUT: usize = 10;
/// Groups that are shown; small ones follow large ones.
const GROUPS: usize = 5;

/// How many lines of a group are shown unless told otherwise.
pub fn usual(ranked: &Ranked) -> usize {
    if ranked.groups.len() > 1 { LINES.1 } else { LINES.0 }
}

/// The whole page, ending in a line break.
pub fn render(report: &Report, ranked: &Ranked, top: usize, terminal: &Terminal) -> String {
    let mut page = Page { report, ranked, terminal, lines: Vec::new() };
    for (at, group) in ranked.groups.iter().take(GROUPS).enumerate() {
        if at > 0 {
            page.lines.push(String::new());
        }
        page.group(at, group, top);
    }
    if ranked.groups.len() > GROUPS {
        let more = counted(ranked.groups.len() - GROUPS, "further group");
        page.lines.push(String::new());
        page.prose(&format!("… {more} of failing tests; --failing picks one, --json has all"));
    }
    page.lines.push(String::new());
    page.verdicts();
    page.left_out();
    page.cost();
    page.lines.push(String::new());
    page.lines.join("\n")
}

struct Page<'a> {
    report: &'a Report,
    ranked: &'a Ranked,
    terminal: &'a Terminal,
    lines: Vec<String>,
}

impl Page<'_> {
    fn prose(&mut self, text: &str) {
        self.lines.extend(wrapped(text, "", self.terminal.width));
    }

    fn group(&mut self, at: usize, group: &Group, top: usize) {
        let spectrum = self.report.plan.spectrum();
        if self.ranked.groups.len() > 1 {
            let test = names::test(&spectrum.tests[group.failing[0].index()]);
            let others = match group.failing.len() - 1 {
                0 => String::new(),
                others => format!(" and {}", counted(others, "other")),
            };
            let heading = format!("Group {} of {}: {test}{others}", at + 1, self.ranked.groups.len());
            self.lines.push(self.terminal.paint(style::HEADING, &heading));
        }
        self.table(group, top);
        if group.mending.is_empty() {
            self.lines.push(String::new());
            self.nothing_mends(group);
            return;
        }
        self.lines.push(String::new());
        let sentences = each_once(group.mending.iter().map(|mending| {
            let class = names::simple_class(&spectrum.classes[mending.class.index()].name);
            (format!("{class}: {}", printable(&mending.says)), mending.category)
        }));
        let mut said = 0;
        for ((text, category), mutants) in sentences.into_iter().take(MENDING) {
            said += mutants;
            let places = if mutants > 1 { format!(" (at {mutants} places)") } else { String::new() };
            let look = if category == Category::Clean { style::GOOD } else { style::PLAIN };
            let lines = wrapped(&(text + &places), "  ", self.terminal.width);
            self.lines.extend(lines.iter().map(|line| self.terminal.paint(look, line)));
        }
        if group.mending.len() > said {
            let more = counted(group.mending.len() - said, "more mending mutant");
            self.lines.push(self.terminal.paint(style::DIM, &format!("  … {more}; --json has all")));
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
        let column = |title, align, cut| Column { title, align, cut };
        let mut table = Table::new(vec![
            column("rank", Align::Right, Cut::Never),
            column("score", Align::Right, Cut::Never),
            column("mutants", Align::Right, Cut::Never),
            column("best", Align::Left, Cut::Never),
            column("line", Align::Left, Cut::Never),
            column("method", Align::Left, Cut::End),
        ]);
        let spectrum = self.report.plan.spectrum();
        for line in group.lines.iter().take(top) {
            let rank = match line.place {
                (first, last) if first == last => first.to_string(),
                (first, last) => format!("{first}-{last}"),
            };
            let class = &spectrum.classes[line.class.index()];
            let method = &spectrum.methods[line.method.index()];
            let (best, look) = match line.category {
                Category::Idle => ("", style::PLAIN),
                Category::Clean => (line.category.name(), style::GOOD),
                _ => (line.category.name(), style::WARN),
            };
            table.row(vec![
                Cell::plain(rank),
                Cell::plain(format!("{:.3}", line.score)),
                Cell::plain(format!("{:.2}", line.mutants)),
                Cell::new(look, best),
                Cell::new(style::SUSPECT, place(spectrum, line.class, line.line)),
                Cell::plain(names::method(&class.name, method, false)),
            ]);
        }
        self.lines.push(format!(
            "{}{}",
            self.terminal.paint(style::HEADING, "Suspicious lines"),
            self.terminal.paint(style::DIM, &format!(" by {}", self.ranked.spec))
        ));
        self.lines.extend(table.lines(self.terminal));
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
            let start = if at == 0 { "; ended by " } else { ", " };
            let _ = write!(text, "{start}{} {}", reason_words(*reason), number(*count));
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
            let lines = wrapped(&printable(text.trim()), "  ", self.terminal.width);
            self.lines.extend(lines.iter().map(|line| self.terminal.paint(style::DIM, line)));
        }
        if left_out.len() > LEFT_OUT {
            let more = number(left_out.len() - LEFT_OUT);
            self.lines.push(self.terminal.paint(style::DIM, &format!("  … {more} more; --json has all")));
        }
    }

    /// Whether mutants stay open although the run is done: for want of the tests that have only some seconds.
    fn waits_for_slow_tests(&self) -> bool {
        let mut mending = self.ranked.groups.iter().flat_map(|group| &group.mending);
        !self.report.plan.slow.is_empty() && mending.any(|mending| mending.category == Category::Open)
    }

    fn cost(&mut self) {
        let report = self.report;
        let end = match report.end {
            Ended::Done if self.waits_for_slow_tests() => {
                "; slow passing tests have not run on all open mutants: --resume --tests all runs them"
            }
            Ended::Done => "",
            Ended::Budget => "; the budget is over: --resume goes on, --budget gives more",
            Ended::Stopped => "; stopped: --resume goes on",
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

/// Behind a number.
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

/// Before a number.
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
