//! The progress display of a run.

use std::time::{Duration, Instant};

use faultline_messages::duration::Duration as Shown;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::tell::tell;
use faultline_messages::words::{counted, number, printable, seconds};
use faultline_time_budget::Pool;

use super::record::Ended;

/// How long each class is shown first in the progress line, which may be too short for all.
const SECONDS_IN_FRONT: u64 = 3;

/// Prints each class that ends; on a terminal also shows running classes and the expected time.
#[derive(Debug)]
pub struct Watch {
    progress: Progress,
    started: Instant,
    jobs: usize,
    all: usize,
    done: usize,
    /// Totals of classes that ended in this session. Units: seconds.
    granted: u64,
    took: f64,
    ended: usize,
}

impl Watch {
    /// A display for `all` classes, of which `done` have ended, `jobs` at a time.
    pub fn new(all: usize, done: usize, jobs: usize) -> Self {
        let started = Instant::now();
        Self { progress: Progress::default(), started, jobs, all, done, granted: 0, took: 0.0, ended: 0 }
    }

    /// Shows the running classes (class, elapsed time, granted seconds) and the waiting ones.
    pub fn now<'a>(&mut self, running: impl Iterator<Item = (&'a str, Duration, u64)>, pool: &Pool) {
        let mut rest = 0.0;
        let lines: Vec<String> = running
            .map(|(class, elapsed, granted)| {
                rest += (self.expected(granted as f64, 1.0) - elapsed.as_secs_f64()).max(0.0);
                let class = printable(class.rsplit('.').next().unwrap_or_default());
                format!("{class} {} of {granted} s", seconds(elapsed))
            })
            .collect();
        let turn = (self.started.elapsed().as_secs() / SECONDS_IN_FRONT) as usize;
        let left = rest + self.expected((pool.own() + pool.spare()) as f64, pool.waiting() as f64);
        let left = self.rounded(left);
        let done = bar("", self.done, &counted(self.all, "class"), self.all);
        let mut parts = vec![format!("{}, about {left} left", done.trim_start())];
        parts.extend((0..lines.len()).map(|at| lines[(at + turn) % lines.len()].clone()));
        self.progress.now(parts.join("; "));
    }

    /// Prints an ended class: `12/108 org.x.Foo: 12 tests, 67 % covered, 23.1 s for 20 s; about 5 min left`.
    pub fn ended(&mut self, class: &str, ended: &Ended, pool: &Pool) {
        self.done += 1;
        self.ended += 1;
        self.granted += ended.granted;
        self.took += ended.took;
        let what =
            if ended.tests > 0 { counted(ended.tests, "test") } else { ended.outcome.name().to_owned() };
        let covered =
            ended.coverage.map_or_else(String::new, |part| format!(", {:.0} % covered", part * 100.0));
        let mut parts = vec![format!(
            "{}/{} {}: {what}{covered}, {} for {} s",
            number(self.done),
            number(self.all),
            printable(class),
            seconds(Duration::from_secs_f64(ended.took)),
            ended.granted
        )];
        parts.extend(ended.trouble.as_deref().map(printable));
        let waiting = self.expected((pool.own() + pool.spare()) as f64, pool.waiting() as f64);
        parts.extend((pool.waiting() > 0).then(|| format!("about {} left", self.rounded(waiting))));
        // Clear the progress line first, so that it does not precede this line.
        drop(std::mem::take(&mut self.progress));
        tell(&format!("faultline: {}", parts.join("; ")));
        self.progress = Progress::start("generating");
    }

    /// The expected sequential duration of classes with these granted seconds, corrected by the average
    /// overrun so far. Units: seconds.
    fn expected(&self, granted: f64, classes: f64) -> f64 {
        let beyond =
            if self.ended == 0 { 0.0 } else { (self.took - self.granted as f64) / self.ended as f64 };
        (granted + beyond * classes).max(0.0)
    }

    fn rounded(&self, one_after_the_other: f64) -> Shown {
        let left = (one_after_the_other / self.jobs as f64).ceil() as u64;
        // Hours do not need a precision of seconds.
        Shown(if left < 120 { left } else { left.div_ceil(60) * 60 })
    }
}
