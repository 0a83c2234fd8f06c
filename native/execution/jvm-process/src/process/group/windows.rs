//! Job objects.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use win32job::{ExtendedLimitInfo, Job};

/// A Ctrl-C of the console does not reach the child; this program ends it.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// `STATUS_CONTROL_C_EXIT`, the exit code of a process that Ctrl-C ended.
const CONTROL_C_EXIT: i32 = 0xC000_013A_u32.cast_signed();
/// The corresponding signal on other systems.
const SIGINT: i32 = 2;

/// The job of a child and its descendants. It ends when its last handle is closed, which is here: the system
/// closes it when this program ends in any way.
#[derive(Debug)]
pub struct Bond(Option<Job>);

/// Starts a child in a job of its own. Errors: the operating system's.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Bond)> {
    let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
    let job = job.map_err(io::Error::other)?;
    let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
    // Processes that the child starts before this are not in the job, but no program is loaded that quickly.
    match job.assign_process(child.as_raw_handle() as isize) {
        Ok(()) => Ok((child, Bond(Some(job)))),
        // The child has ended already and needs no job.
        Err(_) if child.try_wait()?.is_some() => Ok((child, Bond(None))),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(io::Error::other(error))
        }
    }
}

impl Bond {
    /// Kills the job: there is no request that every program understands.
    pub fn ask(&mut self, child: &mut Child) {
        self.end(child);
    }

    /// Kills the job.
    pub fn end(&mut self, child: &mut Child) {
        // Closing the job alone would give a successful exit status. If this fails, the child has ended
        // already.
        let _ = child.kill();
        self.0 = None;
    }
}

/// `exit code 3`, `exit code 0xC0000005`: the system's own codes are usually written in hexadecimal.
pub fn how(status: ExitStatus) -> String {
    match status.code() {
        Some(code) if code < 0 => format!("exit code {code:#X}"),
        Some(code) => format!("exit code {code}"),
        None => "an unknown status".to_owned(),
    }
}

/// The signal that ended a process; only Ctrl-C is known.
pub fn signal(status: ExitStatus) -> Option<i32> {
    (status.code() == Some(CONTROL_C_EXIT)).then_some(SIGINT)
}
