//! Single files that options name.

use std::fmt;
use std::fs::{self, Metadata, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A file that we would replace is not longer. Units: bytes.
const MOST: u64 = 1 << 30;

/* Whose is the file that is there already? Nobody keeps a list of single files, so its content has to say that we wrote it, and as the
same kind of thing. Everything else is the user's. An empty file (of `mktemp`) holds nothing that could be lost. */

/// A file that an option names, to be written whole.
#[derive(Clone, Copy, Debug)]
pub struct OutputFile<'a> {
    /// Where it is to lie.
    pub path: &'a Path,
    /// The option that names it, for sentences.
    pub option: &'static str,
    /// What it is with its article, as in `a report of JaCoCo`.
    pub what: &'static str,
}

impl OutputFile<'_> {
    /// Whether the file could be written now; nothing is changed. For what takes long before there is anything to write.
    /// Errors: something that `is_ours` does not know is there; its folder is missing, or no file can be made in it.
    pub fn check(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        self.look(is_ours)?;
        if is_stream(self.path) {
            return Ok(());
        }
        tempfile::tempfile_in(self.folder()).map(drop).map_err(|error| self.refused(error.into()))
    }

    /// Whether what is there now, if anything, may be replaced. Errors: something that `is_ours` does not know is there; the
    /// operating system's.
    pub fn look(&self, is_ours: impl Fn(&[u8]) -> bool) -> Result<(), OutputRefusal> {
        if is_stream(self.path) {
            return Ok(());
        }
        self.replaceable(is_ours).map(drop).map_err(|why| self.refused(why))
    }

    /// Writes the file, and the folders above it: a new one, or one in place of the one that is there, if `is_ours` knows its content.
    /// Errors: something else is there; the operating system's.
    pub fn write(&self, is_ours: impl Fn(&[u8]) -> bool, content: &[u8]) -> Result<(), OutputRefusal> {
        let written = if is_stream(self.path) {
            let stream = OpenOptions::new().write(true).open(self.path);
            stream.and_then(|mut stream| stream.write_all(content)).map_err(Why::from)
        } else {
            self.replaceable(is_ours).and_then(|before| self.put(before.as_ref(), content).map_err(Why::from))
        };
        written.map_err(|why| self.refused(why))
    }

    /// Puts the file in its place, with the permissions of the one before.
    fn put(&self, before: Option<&Metadata>, content: &[u8]) -> io::Result<()> {
        fs::create_dir_all(self.folder())?;
        let written = crate::replace(self.path, |file| {
            file.write_all(content)?;
            before.map_or(Ok(()), |data| file.set_permissions(data.permissions()))
        });
        written.map(drop)
    }

    /// Errors: the file is one of these, by whichever name.
    pub fn is_none_of<P: AsRef<Path>>(
        &self,
        inputs: impl IntoIterator<Item = P>,
    ) -> Result<(), OutputRefusal> {
        let is_input = inputs.into_iter().any(|input| crate::is_same(input.as_ref(), self.path));
        if is_input { Err(self.refused(Why::Input)) } else { Ok(()) }
    }

    /// What is said where its content could not be made.
    pub fn failed(&self, error: io::Error) -> OutputRefusal {
        self.refused(error.into())
    }

    fn folder(&self) -> &Path {
        self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }

    /// The file that is there and may be replaced.
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

/// Whether a path leads to what takes bytes and keeps none: `/dev/null`, `/dev/stdout`, a shell's `>(command)`.
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

/// Why a file is not written, in a sentence that says what to do.
#[derive(Debug)]
pub struct OutputRefusal {
    path: PathBuf,
    option: &'static str,
    what: &'static str,
    why: Why,
}

impl OutputRefusal {
    /// Whether a file is there that is not ours.
    pub fn is_foreign(&self) -> bool {
        matches!(self.why, Why::Foreign)
    }

    /// Whether the operating system refuses it, and not we.
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
