//! Survives console keys, which also reach the command.

use std::io;
use std::process::{Child, ExitStatus};

use crate::process::signals::Signals;

/// Survives Ctrl-C and Ctrl-Break, which the console also sends to the command; there are no other signals.
pub struct Relay(Signals);

impl Relay {
    /// Installs the handler. Errors: the operating system's.
    pub fn listen() -> io::Result<Self> {
        Signals::listen().map(Self)
    }

    /// Waits for the command's end. Errors: the operating system's.
    pub fn wait(self, mut child: Child) -> io::Result<ExitStatus> {
        let status = child.wait();
        drop(self.0);
        status
    }
}

/// A remedy for a program that may not be executed.
pub fn way_out(_: &str) -> String {
    "; look at its properties, and at what the virus scanner says of it".to_owned()
}
