//! Forwards signals to a command.

use std::process::{Child, ExitStatus};
use std::{io, thread};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::siginfo::{Cause, Origin};

use crate::process::signals;

/// Survives signals and forwards them. Unlike ignored signals, handlers are not inherited by the command.
pub struct Relay(SignalsInfo<WithOrigin>);

impl Relay {
    /// Installs the handlers. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        signals::heard();
        SignalsInfo::<WithOrigin>::new([SIGINT, SIGQUIT, SIGTERM, SIGHUP]).map(Self)
    }

    /// Waits for the command's end. Errors: the operating system's.
    pub fn wait(self, mut child: Child) -> io::Result<ExitStatus> {
        let Self(mut signals) = self;
        let handle = signals.handle();
        let target = pid(&child);
        let forwarder = thread::spawn(move || {
            for origin in signals.forever() {
                if let (Some(signal), Some(pid)) = (passed_on(&origin), target) {
                    // If this fails, the command has ended already.
                    let _ = kill_process(pid, signal);
                }
            }
        });
        let status = child.wait();
        handle.close();
        let _ = forwarder.join();
        status
    }
}

/// The signal to forward, if any. A terminal key signals the whole process group; forwarding it again could
/// make build tools stop at once, as for a second Ctrl-C.
fn passed_on(origin: &Origin) -> Option<Signal> {
    let by_key = matches!(origin.cause, Cause::Kernel);
    match origin.signal {
        SIGTERM => Some(Signal::TERM),
        SIGHUP => Some(Signal::HUP),
        SIGINT if !by_key => Some(Signal::INT),
        SIGQUIT if !by_key => Some(Signal::QUIT),
        _ => None,
    }
}

fn pid(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// A remedy for a program that may not be executed.
pub fn way_out(name: &str) -> String {
    format!("; try: chmod +x {name}")
}
