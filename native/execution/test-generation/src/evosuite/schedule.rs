//! Runs several searches at a time.

use std::fmt::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::work::memory;
use faultline_messages::failure::Failure;
use faultline_messages::progress::Progress;
use faultline_messages::tell::tell as say;
use faultline_messages::words::{counted, number, printable, seconds};

use crate::targets::Target;

use super::search::{Done, Search, Setup};
use super::status::SearchStatus;

/// Polling interval of running searches.
const TICK: Duration = Duration::from_millis(100);
/// How long each class is shown first in the progress line, which may be too short for all.
const SECONDS_IN_FRONT: u64 = 3;
/// Memory of EvoSuite's two processes. Units: bytes.
const MEMORY_OF_A_SEARCH: u64 = 3 << 29;

/// Number of searches that fit this machine: limited by half the cores, and by the free memory.
pub fn fitting() -> usize {
    memory::fitting(2, MEMORY_OF_A_SEARCH)
}

/// Runs all searches in order, at most `jobs` at a time; `tell` is called with each that ended. On a request
/// to stop, running searches write what they found and no other search starts. Errors: a search cannot be
/// started or waited for; running ones are then killed.
pub fn run(
    setup: &Setup<'_>,
    targets: &[Target],
    jobs: usize,
    wishes: &mut Wishes,
    mut tell: impl FnMut(&Done),
) -> Result<Vec<Done>, Failure> {
    let mut progress = Progress::start("starting EvoSuite");
    let started = Instant::now();
    let mut waiting = targets.iter();
    let mut running: Vec<Search> = Vec::new();
    let mut done = Vec::new();
    let mut is_stopping = false;
    loop {
        let asked = wishes.count();
        if asked > 0 {
            if !is_stopping && !running.is_empty() {
                drop(std::mem::take(&mut progress));
                say(
                    "faultline: stopping; tests found so far are finished and kept, another Ctrl-C ends at once",
                );
                progress = Progress::start("generating");
            }
            is_stopping = true;
            for search in &mut running {
                search.stop(asked > 1);
            }
        }
        while asked == 0 && running.len() < jobs {
            let Some(target) = waiting.next() else { break };
            running.push(setup.start(target)?);
        }
        let mut at = 0;
        while at < running.len() {
            let ended = running[at]
                .process
                .poll()
                .map_err(|error| Failure::failed(format!("waiting for EvoSuite failed: {error}")))?;
            if let Some(status) = ended
                && asked == 0
                && running[at].is_to_start_again(setup, status)
            {
                running[at] = setup.start_again(&running[at])?;
            } else if let Some(status) = ended {
                let ended = running.remove(at).done(setup, status);
                // Clear the progress line first, so that it does not precede this line.
                drop(std::mem::take(&mut progress));
                tell(&ended);
                progress = Progress::start("generating");
                done.push(ended);
            } else {
                at += 1;
            }
        }
        if running.is_empty() && (asked > 0 || waiting.len() == 0) {
            return Ok(done);
        }
        let turn = started.elapsed().as_secs() / SECONDS_IN_FRONT;
        let lines: Vec<String> = running
            .iter()
            .map(|search| {
                line(&search.target.class, search.process.started.elapsed(), &search.process.status)
            })
            .collect();
        progress.now(standing(&lines, done.len(), targets.len(), turn as usize));
        thread::sleep(TICK);
    }
}

/// `generating: 2 of 5 classes done; Parser 12.3 s, 4 tests, ...`: the running classes, rotated each turn.
fn standing(running: &[String], done: usize, all: usize, turn: usize) -> String {
    let mut text = format!("generating: {} of {} done", number(done), counted(all, "class"));
    for at in 0..running.len() {
        let _ = write!(text, "; {}", running[(at + turn) % running.len()]);
    }
    text
}

/// `Parser 12.3 s, 4 tests, best 0.420, 12 groups`.
fn line(class: &str, elapsed: Duration, status: &SearchStatus) -> String {
    let class = class.rsplit('.').next().unwrap_or_default();
    let mut text = format!("{} {}", printable(class), seconds(elapsed));
    if status.rounds > 0 {
        let _ = write!(text, ", {}", counted(status.kept, "test"));
    }
    if let Some(best) = status.best {
        let _ = write!(text, ", best {best:.3}");
    }
    if let Some(groups) = status.groups {
        let _ = write!(text, ", {}", counted(groups, "group"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_running_class_comes_first_in_its_turn() {
        let mut status = SearchStatus::default();
        let at = Duration::from_millis(12_300);
        assert_eq!(line("org.x.Parser", at, &status), "Parser 12.3 s");
        status.line("* [faultline] round 2: 9 ms, 5 evaluations, best 0.42, kept; 4 tests, 12 groups");
        let parser = line("org.x.Parser", at, &status);
        assert_eq!(parser, "Parser 12.3 s, 4 tests, best 0.420, 12 groups");
        let running = [parser, "Lexer 1.0 s".to_owned()];
        assert_eq!(
            standing(&running, 1, 5, 3),
            "generating: 1 of 5 classes done; Lexer 1.0 s; Parser 12.3 s, 4 tests, best 0.420, 12 groups"
        );
    }
}
