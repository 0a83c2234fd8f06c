//! Checks who could have written a file. A file that makes Faultline start a program is used only if nobody
//! but its user could have written it.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

#[cfg_attr(unix, path = "unix.rs")]
#[cfg_attr(windows, path = "windows.rs")]
mod system;

/// Whose files may make Faultline start programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Only the user's own files, in the user's own folders.
    #[default]
    Own,
    /// Anybody's files: the user passed `--trust`.
    Anybody,
}

/// The account that this program runs as. Units: user ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct User {
    /// The effective user.
    pub id: u32,
    /// The user who became root by sudo.
    pub behind_sudo: Option<u32>,
}

/// Who can change a path, according to the file system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Its owner's user id.
    pub owner: u32,
    /// Whether it is world-writable.
    pub is_open: bool,
}

/// Why a file is not used; displays as a sentence without its full stop.
#[derive(Debug)]
pub struct Distrust {
    /// The effect of the file: `says how to start a JVM`.
    does: String,
    file: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    Owner { of: PathBuf, owner: u32, user: u32 },
    Open(PathBuf),
    Unknown(PathBuf, io::Error),
}

impl User {
    /// Whether a file with this owner is the user's own. For root this includes files of the user who called
    /// sudo.
    pub fn owns(self, owner: u32) -> bool {
        owner == self.id || self.id == 0 && self.behind_sudo == Some(owner)
    }
}

impl Trust {
    /// The trust for the option `--trust`.
    pub fn of_option(is_given: bool) -> Self {
        if is_given { Self::Anybody } else { Self::Own }
    }

    /// Checks whether a file may be used for its effect `does`: the file and its folder, with links followed
    /// and not, must belong to the user and not be world-writable. On Windows every file passes.
    /// Errors: it may not be used, or cannot be examined.
    pub fn check(self, file: &Path, does: &str) -> Result<(), Distrust> {
        let (Self::Own, Some(user)) = (self, system::user()) else { return Ok(()) };
        let refuse = |why| Distrust { does: does.to_owned(), file: file.to_owned(), why };
        let real = dunce::canonicalize(file).map_err(|error| refuse(Why::Unknown(file.to_owned(), error)))?;
        for path in [file, folder_of(file), &real, folder_of(&real)] {
            let access =
                system::access(path).map_err(|error| refuse(Why::Unknown(path.to_owned(), error)))?;
            if let Some(why) = objection(user, access, path) {
                return Err(refuse(why));
            }
        }
        Ok(())
    }
}

/// The owner of a file or folder, with links not followed, if it is another user. `None` on Windows.
/// Errors: it cannot be examined.
pub fn other_owner(path: &Path) -> io::Result<Option<u32>> {
    let Some(user) = system::user() else { return Ok(None) };
    let owner = system::access(path)?.owner;
    Ok((!user.owns(owner)).then_some(owner))
}

/// Why a path is not trusted, if so.
fn objection(user: User, access: Access, path: &Path) -> Option<Why> {
    if !user.owns(access.owner) {
        return Some(Why::Owner { of: path.to_owned(), owner: access.owner, user: user.id });
    }
    access.is_open.then(|| Why::Open(path.to_owned()))
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

impl fmt::Display for Distrust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}, and ", self.file.display(), self.does)?;
        let (subject, belongs) = match &self.why {
            Why::Owner { of, owner, user } => {
                (of, format!("belongs to user {owner}, not to you (user {user})"))
            }
            Why::Open(of) => (of, "can be written to by everybody".to_owned()),
            Why::Unknown(of, error) => (of, format!("cannot be examined ({error})")),
        };
        if *subject == self.file {
            write!(f, "it {belongs}")?;
        } else {
            write!(f, "{} {belongs}", subject.display())?;
        }
        match &self.why {
            Why::Open(of) => {
                write!(f, "; close it (chmod o-w {}), or give --trust to use it as it is", of.display())
            }
            _ => write!(f, "; give --trust if you know who wrote it"),
        }
    }
}

impl Error for Distrust {}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "/p/.faultline/1.flt";

    fn sentence(user: User, access: Access, of: &str) -> Option<String> {
        let why = objection(user, access, Path::new(of))?;
        Some(Distrust { does: "says how to start a JVM".to_owned(), file: FILE.into(), why }.to_string())
    }

    #[test]
    fn a_file_is_the_users_own_as_git_decides_it() {
        let user = |id, behind_sudo| User { id, behind_sudo };
        assert!(user(1000, None).owns(1000) && !user(1000, None).owns(1001));
        assert!(!user(1000, None).owns(0), "what root wrote may not start anything either");
        assert!(user(0, None).owns(0) && !user(0, None).owns(1000));
        assert!(user(0, Some(1000)).owns(1000) && user(0, Some(1000)).owns(0));
        assert!(!user(0, Some(1000)).owns(1001));
        assert!(!user(1000, Some(1001)).owns(1001), "only root acts for who called sudo");
    }

    #[test]
    fn what_speaks_against_a_file_is_said_with_what_to_do() {
        let user = User { id: 1000, behind_sudo: None };
        let access = |owner, is_open| Access { owner, is_open };
        assert_eq!(sentence(user, access(1000, false), FILE), None);
        assert_eq!(
            sentence(user, access(1001, true), FILE).unwrap(),
            "/p/.faultline/1.flt says how to start a JVM, and it belongs to user 1001, not to you (user 1000); \
             give --trust if you know who wrote it"
        );
        assert_eq!(
            sentence(user, access(1000, true), "/p/.faultline").unwrap(),
            "/p/.faultline/1.flt says how to start a JVM, and /p/.faultline can be written to by everybody; \
             close it (chmod o-w /p/.faultline), or give --trust to use it as it is"
        );
    }

    #[test]
    fn a_file_that_is_not_there_is_not_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("none");
        let said = Trust::Own.check(&missing, "says what to run");
        assert_eq!(said.is_err(), cfg!(unix));
        assert!(Trust::Anybody.check(&missing, "says what to run").is_ok());
    }
}
