//! Serves on standard input and output until the editor ends the server, or a signal arrives.

use std::io::{self, BufReader};
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use faultline_jvm_process::process::signals::Signals;
use faultline_messages::failure::Failure;

use crate::server::{End, Event, Server};
use crate::transport::connect;

/// How long to wait until the last messages are written: the editor may have stopped reading.
const PATIENCE: Duration = Duration::from_secs(2);

/// Serves an editor. `here` is the project of editors that name no folder, a real path; `program` is what
/// `faultline.record` runs. Errors: the operating system's.
pub fn serve(here: PathBuf, program: PathBuf) -> Result<End, Failure> {
    let mut signals = Signals::listen()
        .map_err(|error| Failure::failed(format!("installing signal handlers failed: {error}")))?;
    let listener = signals.handle();
    let (connection, written) = connect(BufReader::new(io::stdin()), io::stdout());
    let server = Server::new(connection, here, program);
    let events = server.events();
    thread::spawn(move || {
        if let Some(signal) = signals.wait() {
            // Without a receiver the server has ended by itself.
            let _ = events.send(Event::Signal(signal));
        }
    });
    let end = server.run();
    listener.close();
    let _ = written.recv_timeout(PATIENCE);
    Ok(end)
}
