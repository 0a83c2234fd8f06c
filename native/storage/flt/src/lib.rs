//! Spectrum files: our own `.flt` format, and the text layouts of others.
//!
//! A `.flt` file is what one JVM appends while its tests run: a header, then framed and
//! checksummed records (see `docs/file-format.md`). [`Writer`] makes one, [`read`] gives the
//! [`Recording`](faultline_spectrum::Recording) back together with [`Note`]s on what a reader
//! should know, such as a tail that a killed JVM left half written.
//!
//! A file may leave classes to other files of its folder: [`Keys`] says which, and [`Folders`] finds them again.
//!
//! The text layouts ([`Layout`]) read and write a whole
//! [`Spectrum`](faultline_spectrum::Spectrum) in a folder; [`record_spectrum`] turns an
//! imported one into a recording, so that it can be stored as a `.flt` file and merged.
//!
//! ```
//! use std::path::Path;
//! use faultline_flt::{TestParts, Writer, read_bytes};
//! use faultline_spectrum::{Origin, Outcome};
//!
//! let mut writer = Writer::new(Vec::new(), &Origin::default())?;
//! writer.test(&TestParts {
//!     sequence: 0,
//!     unique_id: "a.FooTest#bar",
//!     class: "a.FooTest",
//!     method: "bar",
//!     outcome: Outcome::Passed,
//!     duration_ns: 1_000,
//!     overlapped: false,
//!     failure: None,
//!     words: &[],
//! })?;
//! let (recording, notes) = read_bytes(Path::new("example.flt"), writer.get_ref())?;
//! assert_eq!(recording.tests[0].method, "bar");
//! assert!(notes.is_empty() && !recording.sealed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here has a side effect but writing what it is asked to write, and no input makes
//! it panic.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod answers;
mod compact;
mod error;
mod escape;
mod fields;
mod folders;
mod follow;
mod frame;
mod imported;
mod key;
mod keys;
mod kind;
mod layout;
mod left;
mod mutation;
mod note;
mod own;
mod parts;
mod place;
mod plain;
mod read;
mod reader;
mod rows;
mod texts;
mod varint;
mod window;
mod writer;

pub use answers::{Answers, AnswersEntry, AnswersHeader, read_answers};
pub use error::FormatError;
pub use fields::{fields, line};
pub use folders::Folders;
pub use follow::Follower;
pub use imported::record_spectrum;
pub use key::Key;
pub use keys::Keys;
pub use layout::{Exported, Imported, Layout, TsvFiles, import_tsv, write_ranking};
pub use mutation::MutationRecord;
pub use note::{Note, NoteKind};
pub use own::{holds_recording, is_ours};
pub use parts::{FixtureParts, Seal, TestParts};
pub use place::{EXTENSION, FOLDER, Place, recordings_in};
pub use read::{read, read_bytes, read_dir, read_paths};
pub use writer::Writer;
