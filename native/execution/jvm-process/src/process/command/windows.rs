//! Keys of the console, which reach us and the command.

use std::io;
use std::process::{Child, ExitStatus};

use crate::process::signals::Signals;

/// Survives Ctrl-C and Ctrl-Break, which the console tells the command, too; nobody else sends any.
pub struct Relay(Signals);

impl Relay {
    /// Survives them from now on. Errors: the operating system's.
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

/// What to do about a program that may not be executed.
pub fn way_out(_: &str) -> String {
    "; look at its properties, and at what the virus scanner says of it".to_owned()
}
