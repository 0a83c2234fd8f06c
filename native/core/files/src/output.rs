//! Single output files named by options.

use std::fmt;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Maximum size of a file that may be replaced. Units: bytes.
const MOST: u64 = 1 << 30;

/* Single output files are on no list, so an existing file counts as Faultline's only if its content shows
that Faultline wrote it, and as the same kind of file. Any other file is the user's. An empty file (of
`mktemp`) contains nothing to lose and may be replaced. */

/// An output file named by an option, written as a whole.
#[derive(Clone, Copy, Debug)]
pub struct OutputFile<'a> {
    /// Its path.
    pub path: &'a Path,
    /// The option that names it, for messages.
    pub option: &'static str,
    /// Its kind with an article, as in `a report of JaCoCo`.
    pub what: &'static str,
}

impl OutputFile<'_> {
    /// Checks whether the file could be written now, without changing anything; for use before long work.
    /// Errors: `is_ours` rejects the existing file; the folder is missing, or no file can be created in it.
    pub fn check(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        self.check_in(self.folder(), is_ours)
    }

    /// As [`OutputFile::check`], if the folders above the file will be created. Errors: as there, for the
    /// nearest existing folder.
    pub fn check_with_folders(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        let is_there = |folder: &&Path| fs::symlink_metadata(folder).is_ok();
        self.check_in(self.folder().ancestors().find(is_there).unwrap_or(Path::new(".")), is_ours)
    }

    fn check_in(&self, folder: &Path, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        self.look(is_ours)?;
        if is_stream(self.path) {
            return Ok(());
        }
        let made = tempfile::tempfile_in(folder);
        made.map(drop).map_err(|error| self.refused(error.into()))
    }

    /// Checks whether an existing file may be replaced. Errors: `is_ours` rejects it; the operating system's.
    pub fn look(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        if is_stream(self.path) {
            return Ok(());
        }
        self.replaceable(is_ours).map(drop).map_err(|why| self.refused(why))
    }

    /// Writes the file and creates the folders above it. An existing file is replaced if `is_ours` accepts
    /// its content. Errors: `is_ours` rejects it; the operating system's.
    pub fn write(&self, is_ours: impl Fn(&[u8]) -> bool, content: &[u8]) -> Result<(), OutputRefusal> {
        let written = if is_stream(self.path) {
            let stream = OpenOptions::new().write(true).open(self.path);
            stream.and_then(|mut stream| stream.write_all(content)).map_err(Why::from)
        } else {
            self.replaceable(is_ours).and_then(|before| self.put(before.as_ref(), content).map_err(Why::from))
        };
        written.map_err(|why| self.refused(why))
    }

    /// Writes the file, with the permissions of the previous one.
    fn put(&self, before: Option<&Metadata>, content: &[u8]) -> io::Result<()> {
        fs::create_dir_all(self.folder())?;
        let written = crate::replace(self.path, |file| {
            file.write_all(content)?;
            before.map_or(Ok(()), |data| file.set_permissions(data.permissions()))
        });
        written.map(drop)
    }

    /// Checks that the file is none of these, also under another name. Errors: it is one of them.
    pub fn is_none_of<P: AsRef<Path>>(
        &self,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<(), OutputRefusal> {
        let is_input = inputs.into_iter().any(|input| crate::is_same(input.as_ref(), self.path));
        if is_input { Err(self.refused(Why::Input)) } else { Ok(()) }
    }

    /// The refusal for content that could not be produced.
    pub fn failed(&self, error: io::Error) -> OutputRefusal {
        self.refused(error.into())
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The existing file, if it may be replaced.
    fn replaceable(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<Option<Metadata>, Why> {
        let data = match fs::symlink_metadata(self.path) {
            Ok(data) => data,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        if data.is_symlink() {
            return Err(Why::Link(fs::read_link(self.path).unwrap_or_default()));
        }
        if data.is_dir() {
            return Err(Why::Folder);
        }
        if !data.is_file() || data.len() > MOST {
            return Err(Why::Foreign);
        }
        if data.permissions().readonly() {
            return Err(Why::ReadOnly);
        }
        let content = crate::regular::first(self.path, MOST)?;
        if content.is_empty() || is_ours(&content) { Ok(Some(data)) } else { Err(Why::Foreign) }
    }

    fn refused(&self, why: Why) -> OutputRefusal {
        OutputRefusal { path: self.path.to_owned(), option: self.option, what: self.what, why }
    }
}

/// Whether a path leads to a stream that keeps no bytes: `/dev/null`, `/dev/stdout`, a shell's `>(command)`.
fn is_stream(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let takes = |kind: fs::FileType| kind.is_char_device() || kind.is_fifo();
        path.starts_with("/dev") && fs::metadata(path).is_ok_and(|data| takes(data.file_type()))
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// Why a file was not written; displays as a sentence that says what to do.
#[derive(Debug)]
pub struct OutputRefusal {
    path: PathBuf,
    option: &'static str,
    what: &'static str,
    why: Why,
}

impl OutputRefusal {
    /// Whether the reason is an existing file that Faultline did not write.
    pub fn is_foreign(&self) -> bool {
        matches!(self.why, Why::Foreign)
    }

    /// Whether the operating system reported the reason.
    pub fn is_of_system(&self) -> bool {
        matches!(self.why, Why::System(_))
    }
}

#[derive(Debug)]
enum Why {
    Foreign,
    Folder,
    Link(PathBuf),
    ReadOnly,
    Input,
    System(io::Error),
}

impl From<io::Error> for Why {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl fmt::Display for OutputRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (path, option) = (self.path.display(), self.option);
        match &self.why {
            Why::Foreign => write!(
                f,
                "{path} is there already and is not {} that faultline wrote; name another file with {option}",
                self.what
            ),
            Why::Folder => write!(f, "{path} is a folder; name a file in it with {option}"),
            Why::Link(target) => {
                write!(f, "{path} is a link to {}; name the file itself with {option}", target.display())
            }
            Why::ReadOnly => write!(f, "{path} is read-only; name another file with {option}"),
            Why::Input => write!(f, "{path} is read by this command; name another file with {option}"),
            Why::System(error) => {
                write!(f, "{path} cannot be written: {error}; name another file with {option}")
            }
        }
    }
}

impl std::error::Error for OutputRefusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_ours(content: &[u8]) -> bool {
        content.starts_with(b"ours")
    }

    fn file(path: &Path) -> OutputFile<'_> {
        OutputFile { path, option: "--svg", what: "a picture" }
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).expect("it is there")
    }

    #[test]
    fn a_file_of_ours_is_replaced_and_another_is_left_as_it_is() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join("a/b.svg");
        assert!(file(&path).check(is_ours).is_err(), "its folder is missing");
        file(&path).check_with_folders(is_ours).expect("its folder can be made");
        assert!(!scratch.path().join("a").exists(), "it was only looked at");
        file(&path).write(is_ours, b"ours 1").expect("a new file");
        file(&path).check(is_ours).expect("it is ours");
        file(&path).write(is_ours, b"ours 2").expect("it is ours");
        assert_eq!(read(&path), "ours 2");
        fs::write(&path, "mine").expect("a file");
        let refused = file(&path).write(is_ours, b"ours 3").expect_err("it is the user's").to_string();
        assert!(
            refused.ends_with(
                "b.svg is there already and is not a picture that faultline wrote; name another file with --svg"
            ),
            "{refused}"
        );
        assert!(file(&path).check(is_ours).is_err());
        assert_eq!(read(&path), "mine");
        fs::write(&path, "").expect("a file");
        file(&path).write(is_ours, b"ours 4").expect("there was nothing to lose");
        assert_eq!(fs::read_dir(scratch.path().join("a")).expect("a folder").count(), 1);
    }

    #[test]
    fn where_no_folder_can_be_made_it_is_said_beforehand() {
        let scratch = tempfile::tempdir().expect("a folder");
        fs::write(scratch.path().join("a"), "mine").expect("a file");
        for below in ["a/b.svg", "a/b/c.svg"] {
            let refused =
                file(&scratch.path().join(below)).check_with_folders(is_ours).expect_err("a is a file");
            assert!(refused.is_of_system(), "{refused}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("nowhere", scratch.path().join("link")).expect("a link");
            file(&scratch.path().join("link/b.svg"))
                .check_with_folders(is_ours)
                .expect_err("the link leads nowhere");
        }
        file(Path::new("nowhere/b.svg")).check_with_folders(is_ours).expect("below the current folder");
    }

    #[test]
    fn an_input_is_no_output() {
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join("a");
        file(&path).is_none_of([&path]).expect("it is not there");
        fs::write(&path, "ours").expect("a file");
        file(&path).is_none_of([scratch.path().join("b")]).expect("another file");
        let refused = file(&path).is_none_of([scratch.path().join("./a")]).expect_err("the same").to_string();
        assert!(refused.contains("is read by this command"), "{refused}");
    }

    #[test]
    #[cfg(unix)]
    fn links_folders_and_read_only_files_are_refused() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let scratch = tempfile::tempdir().expect("a folder");
        let of = |name: &str| scratch.path().join(name);
        fs::write(of("ours"), "ours").expect("a file");
        symlink(of("ours"), of("link")).expect("a link");
        symlink(of("nothing"), of("dangling")).expect("a link");
        fs::write(of("kept"), "ours").expect("a file");
        fs::set_permissions(of("kept"), fs::Permissions::from_mode(0o444)).expect("read-only");
        for (name, why) in [("link", "is a link to"), ("dangling", "is a link to"), ("kept", "is read-only")]
        {
            let refused = file(&of(name)).write(is_ours, b"ours 2").expect_err("refused").to_string();
            assert!(refused.contains(why), "{refused}");
        }
        let refused = file(scratch.path()).write(is_ours, b"ours").expect_err("refused").to_string();
        assert!(refused.contains("is a folder"), "{refused}");
        assert!(!of("nothing").exists() && of("link").is_symlink() && read(&of("kept")) == "ours");
        file(Path::new("/dev/null")).write(is_ours, b"ours").expect("it takes all");
    }

    #[test]
    #[cfg(unix)]
    fn a_file_that_is_replaced_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let scratch = tempfile::tempdir().expect("a folder");
        let path = scratch.path().join("a");
        fs::write(&path, "").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("private");
        file(&path).write(is_ours, b"ours").expect("it is empty");
        assert_eq!(fs::metadata(&path).expect("it is there").permissions().mode() & 0o777, 0o600);
    }
}
