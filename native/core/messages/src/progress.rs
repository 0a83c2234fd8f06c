//! A progress line for work that takes longer than a second.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use faultline_escape::terminal::printable;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Delay before the progress line appears.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(120);

/// Shows an animated progress line on standard error, from one second after its start until it is dropped.
/// Shows nothing if standard error is not a terminal.
/// Threads: starts one, which `drop` ends.
#[derive(Debug, Default)]
pub struct Progress {
    running: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts the delay for work described by `message`.
    pub fn start(message: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self::default();
        }
        let (sender, receiver) = mpsc::channel::<String>();
        let mut message = message.to_owned();
        let thread = thread::spawn(move || {
            let deadline = std::time::Instant::now() + PATIENCE;
            let mut bar: Option<ProgressBar> = None;
            loop {
                let wait = if bar.is_some() {
                    TICK
                } else {
                    deadline.saturating_duration_since(std::time::Instant::now())
                };
                match receiver.recv_timeout(wait) {
                    Ok(next) => message = next,
                    Err(RecvTimeoutError::Timeout) => {
                        let bar = bar.get_or_insert_with(spinner);
                        bar.set_message(printable(&message).into_owned());
                        bar.tick();
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Self { running: Some((sender, thread)) }
    }

    /// Updates the message.
    pub fn now(&self, message: impl Into<String>) {
        if let Some((sender, _)) = &self.running {
            // The thread ends only after the sender is dropped, so this cannot fail.
            let _ = sender.send(message.into());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((sender, thread)) = self.running.take() {
            drop(sender);
            let _ = thread.join();
        }
    }
}

/// Formats a progress bar: `evaluating ━━━━━━━━╌╌╌╌ 74 of 111 faults Lang-7`.
pub fn bar(doing: &str, done: usize, of: &str, total: usize) -> String {
    const WIDTH: usize = 24;
    let filled = done * WIDTH / total.max(1);
    let bar: String = (0..WIDTH).map(|at| if at < filled { '━' } else { '╌' }).collect();
    format!("{doing} {bar} {done} of {of}")
}

fn spinner() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed:>4}") {
        bar.set_style(style);
    }
    bar
}
