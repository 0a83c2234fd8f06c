//! Job objects.

use std::io;
use std::os::windows::io::AsRawHandle;
use std::os::windows::process::CommandExt;
use std::process::{Child, Command, ExitStatus};

use win32job::{ExtendedLimitInfo, Job};

/// A Ctrl-C of the console does not reach the child: this program ends it.
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// `STATUS_CONTROL_C_EXIT`, with which Windows ends who does not mind Ctrl-C.
const CONTROL_C_EXIT: i32 = 0xC000_013A_u32.cast_signed();
/// What that is elsewhere.
const SIGINT: i32 = 2;

/// The job of a child and of all that it starts. It ends with its last handle, which is here: when this program ends, however it
/// does, the system closes it.
#[derive(Debug)]
pub struct Bond(Option<Job>);

/// Starts a child in a job of its own. Errors: the operating system's.
pub fn spawn(command: &mut Command) -> io::Result<(Child, Bond)> {
    let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
    let job = job.map_err(io::Error::other)?;
    let mut child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
    // What a program starts before this is not in the job; none is loaded so quickly.
    match job.assign_process(child.as_raw_handle() as isize) {
        Ok(()) => Ok((child, Bond(Some(job)))),
        // It has ended already, and who has ended needs no job.
        Err(_) if child.try_wait()?.is_some() => Ok((child, Bond(None))),
        Err(error) => {
            let _ = child.kill();
            let _ = child.wait();
            Err(io::Error::other(error))
        }
    }
}

impl Bond {
    /// Ends all at once: there is no question that every program understands.
    pub fn ask(&mut self, child: &mut Child) {
        self.end(child);
    }

    /// Ends all at once.
    pub fn end(&mut self, child: &mut Child) {
        // By itself the end of the job is told as success. It has ended already, if this fails.
        let _ = child.kill();
        self.0 = None;
    }
}

/// `exit code 3`, `exit code 0xC0000005`: the system's own codes are known by their hexadecimal digits.
pub fn how(status: ExitStatus) -> String {
    match status.code() {
        Some(code) if code < 0 => format!("exit code {code:#X}"),
        Some(code) => format!("exit code {code}"),
        None => "an unknown status".to_owned(),
    }
}

/// The signal that ended a process, as far as it is told: Ctrl-C.
pub fn signal(status: ExitStatus) -> Option<i32> {
    (status.code() == Some(CONTROL_C_EXIT)).then_some(SIGINT)
}
