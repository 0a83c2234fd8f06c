//! Signals to us, passed on to a command.

use std::process::{Child, ExitStatus};
use std::{io, thread};

use rustix::process::{Pid, Signal, kill_process};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithOrigin;
use signal_hook::low_level::siginfo::{Cause, Origin};

/// Survives signals, and passes them on. Handlers, unlike ignored signals, are not inherited by the command.
pub struct Relay(SignalsInfo<WithOrigin>);

impl Relay {
    /// Survives them from now on. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
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
                    // Gone already, if it fails; then there is nobody to tell.
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

/// What the command is to get of a signal to us. Keys of a terminal are the kernel's doing, which
/// tells the whole process group; build tools may take a second Ctrl-C as "stop now".
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

/// What to do about a program that may not be executed.
pub fn way_out(name: &str) -> String {
    format!("; try: chmod +x {name}")
}
