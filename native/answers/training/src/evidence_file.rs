//! Evidence of faults as a file, to learn from without the recordings. It has numbers and the names of projects and faults, no code.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::str::{FromStr, Split};

use faultline_files::{OutputFile, OutputRefusal, limits, regular};
use faultline_learned_metrics::ranking::Lesson;
use faultline_messages::failure::Failure;
use faultline_sbfl::evidence::{Kind, LineKind};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use crate::known::Known;

/// Ending of a file's name.
pub const ENDING: &str = ".evidence.gz";
const FORMAT: &str = "faultline-evidence";
const VERSION: u32 = 1;
/// Most bytes of the text inside a file.
const LARGEST: u64 = 1 << 28;

/// The bytes of a file with these faults: gzip around tab-separated text. Equal faults give equal bytes. Evidence is kept in single
/// precision ([`Lesson::rounded`]).
///
/// The text's first row is the format, its version, and the names of [`Kind::ALL`] and [`LineKind::ALL`]. Then for each fault a row
/// `fault`, its project, its name, the number of other methods and of faulty ones among these; a row for each candidate, `m` or for a
/// faulty one `M` and its evidence; and a row for each line, `l` or for a faulty one `L`, the candidate's number from 0, ln of the
/// line's Ochiai and its evidence.
pub fn bytes(faults: &[Known]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector cannot fail.
    let _ = gzip.write_all(text(faults).as_bytes());
    gzip.finish().unwrap_or_default()
}

/// The text inside [`bytes`].
pub fn text(faults: &[Known]) -> String {
    let mut text = header() + "\n";
    for Known { project, name, lesson } in faults {
        let [project, name] = [project, name].map(|name| name.replace(char::is_control, " "));
        let _ = writeln!(text, "fault\t{project}\t{name}\t{}\t{}", lesson.others, lesson.missed);
        for (at, row) in lesson.rows.iter().enumerate() {
            text.push(if lesson.faulty.contains(&at) { 'M' } else { 'm' });
            extend(&mut text, row);
        }
        let lines = &lesson.lines;
        for (at, row) in lines.rows.iter().enumerate() {
            let mark = if lines.faulty.contains(&at) { 'L' } else { 'l' };
            let _ = write!(text, "{mark}\t{}\t{}", lines.of[at], lines.suspicion[at] as f32);
            extend(&mut text, row);
        }
    }
    text
}

fn header() -> String {
    let names: Vec<&str> = Kind::NAMES.into_iter().chain(LineKind::NAMES).collect();
    format!("{FORMAT}\t{VERSION}\t{}", names.join("\t"))
}

/// Ends a row with its numbers.
fn extend(text: &mut String, row: &[f64]) {
    for value in row {
        let _ = write!(text, "\t{}", *value as f32);
    }
    text.push('\n');
}

/// The output file of an option. It replaces no file but one of evidence.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    /// Where to write.
    pub path: &'a Path,
    /// The option that names the path.
    pub option: &'static str,
}

impl Output<'_> {
    /// Checks whether the file can be written. Errors: it cannot, its name does not end with [`ENDING`], it is one of the inputs, or
    /// there is another file.
    pub fn check<P: AsRef<Path>>(&self, inputs: &[P]) -> Result<(), Failure> {
        if !is_named(self.path) {
            return Err(Failure::misuse(format!("the name of {} must end with {ENDING}", self.option)));
        }
        let checked = self.file().check(is_one).and_then(|()| self.file().is_none_of(inputs));
        checked.map_err(|refusal| failed(&refusal))
    }

    /// Writes the file. Errors: as [`Output::check`].
    pub fn write(&self, faults: &[Known]) -> Result<(), Failure> {
        self.file().write(is_one, &bytes(faults)).map_err(|refusal| failed(&refusal))
    }

    fn file(&self) -> OutputFile<'_> {
        OutputFile { path: self.path, option: self.option, what: "a file of evidence" }
    }
}

fn failed(refusal: &OutputRefusal) -> Failure {
    Failure::failed(refusal.to_string())
}

/// Whether a path is named as a file of evidence.
pub fn is_named(path: &Path) -> bool {
    path.to_str().is_some_and(|name| name.ends_with(ENDING))
}

fn is_one(old: &[u8]) -> bool {
    parse(old).is_ok()
}

/// Reads a file. Errors, as a clause after the file's name: it cannot be read, or is no such file.
pub fn read(file: &Path) -> Result<Vec<Known>, String> {
    parse(&regular::read(file, limits::LIST).map_err(|error| error.to_string())?)
}

/// Reads the bytes of a file. Errors: as [`read`].
pub fn parse(bytes: &[u8]) -> Result<Vec<Known>, String> {
    let mut text = String::new();
    let read = GzDecoder::new(bytes).take(LARGEST + 1).read_to_string(&mut text);
    read.map_err(|error| format!("no file of evidence: {error}"))?;
    if text.len() as u64 > LARGEST {
        return Err(format!("its text has more than {} MiB", LARGEST >> 20));
    }
    parse_text(&text)
}

/// Reads the text inside a file. Errors: as [`read`].
pub fn parse_text(text: &str) -> Result<Vec<Known>, String> {
    let mut rows = text.lines();
    let first = rows.next().unwrap_or_default();
    if first != header() {
        return Err(match first.split('\t').next() {
            Some(FORMAT) => {
                "it has other kinds of evidence than this program, so its recordings are needed".to_owned()
            }
            _ => format!("no file of evidence: its first row does not begin with '{FORMAT}'"),
        });
    }
    let mut faults = Vec::new();
    for (at, row) in rows.enumerate() {
        add(&mut faults, row).map_err(|reason| format!("row {}: {reason}", at + 2))?;
    }
    Ok(faults)
}

/// Adds a row to the last fault, or begins the next one.
fn add(faults: &mut Vec<Known>, row: &str) -> Result<(), String> {
    let mut fields = row.split('\t');
    let mark = fields.next().unwrap_or_default();
    if mark == "fault" {
        let mut text = || fields.next().filter(|text| !text.is_empty()).ok_or("a name is missing");
        let (project, name) = (text()?.to_owned(), text()?.to_owned());
        let (others, missed) = (number(&mut fields)?, number(&mut fields)?);
        faults.push(Known { project, name, lesson: Lesson { others, missed, ..Lesson::default() } });
        return end(fields);
    }
    let lesson = &mut faults.last_mut().ok_or("there is no fault yet")?.lesson;
    match mark {
        "m" | "M" => {
            if mark == "M" {
                lesson.faulty.push(lesson.rows.len());
            }
            lesson.methods.push(lesson.rows.len() as u32);
            lesson.rows.push(numbers(&mut fields)?);
        }
        "l" | "L" => {
            let lines = &mut lesson.lines;
            let of = number(&mut fields)?;
            if of >= lesson.rows.len() {
                return Err(format!("there is no candidate {of}"));
            }
            if mark == "L" {
                lines.faulty.push(lines.rows.len());
            }
            let [suspicion] = numbers(&mut fields)?;
            lines.of.push(of);
            lines.suspicion.push(suspicion);
            lines.rows.push(numbers(&mut fields)?);
        }
        _ => return Err(format!("'{mark}' is no kind of row")),
    }
    end(fields)
}

fn end(mut fields: Split<'_, char>) -> Result<(), String> {
    fields.next().map_or(Ok(()), |field| Err(format!("'{field}' is one field too many")))
}

fn number<T: FromStr>(fields: &mut Split<'_, char>) -> Result<T, String> {
    let field = fields.next().ok_or("a number is missing")?;
    field.parse().map_err(|_| format!("'{field}' is no number"))
}

/// The next evidence of a row.
fn numbers<const KINDS: usize>(fields: &mut Split<'_, char>) -> Result<[f64; KINDS], String> {
    let mut row = [0.0; KINDS];
    for value in &mut row {
        let read: f32 = number(fields)?;
        if !read.is_finite() {
            return Err(format!("'{read}' is no number"));
        }
        *value = f64::from(read);
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use faultline_learned_metrics::ranking::LineLesson;

    use super::*;

    fn faults() -> Vec<Known> {
        let row = |at: u32| std::array::from_fn(|kind| (f64::from(at) + 0.1) * (kind as f64 - 3.7));
        let lines = LineLesson {
            of: vec![0, 0, 2],
            suspicion: vec![-0.7, 0.0, -1.0 / 3.0],
            rows: vec![[0.0; LineKind::ALL.len()], [1.0, 0.0, -0.1, -2.3], [0.25; LineKind::ALL.len()]],
            faulty: vec![1],
        };
        let lesson = Lesson {
            methods: vec![0, 1, 2],
            rows: (0..3).map(row).collect(),
            faulty: vec![0, 2],
            others: 40,
            missed: 1,
            lines,
        };
        let empty = Lesson { others: 7, missed: 1, ..Lesson::default() };
        [("P", "P-1", lesson), ("Q", "Q 2", empty)]
            .map(|(project, name, lesson)| Known {
                project: project.into(),
                name: name.into(),
                lesson: lesson.rounded(),
            })
            .into()
    }

    fn packed(text: &str) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(text.as_bytes()).unwrap();
        gzip.finish().unwrap()
    }

    #[test]
    fn what_is_written_is_read_to_the_bit() {
        let faults = faults();
        assert_eq!(parse(&bytes(&faults)).unwrap(), faults);
        assert_eq!(bytes(&parse(&bytes(&faults)).unwrap()), bytes(&faults));
    }

    #[test]
    fn a_name_cannot_break_its_row() {
        let mut odd = faults();
        odd[0].name = "a\tb\nm".to_owned();
        assert_eq!(parse(&bytes(&odd)).unwrap()[0].name, "a b m");
    }

    #[test]
    fn evidence_that_was_not_rounded_is_written_so() {
        let mut exact = faults();
        exact[0].lesson.rows[0][0] += 1e-12;
        assert_ne!(exact, faults());
        assert_eq!(parse(&bytes(&exact)).unwrap(), faults());
    }

    #[test]
    fn what_is_no_such_file_is_refused_by_row() {
        let refused = |text: &str| parse(&packed(text)).unwrap_err();
        assert!(parse(b"plain").unwrap_err().starts_with("no file of evidence"));
        assert!(refused("other").contains("does not begin with 'faultline-evidence'"));
        assert!(refused("faultline-evidence\t2").contains("other kinds"));
        let zeros = "\t0".repeat(Kind::ALL.len());
        for (rows, reason) in [
            (format!("m{zeros}"), "row 2: there is no fault yet"),
            ("fault\tP\tP-1\t3".to_owned(), "row 2: a number is missing"),
            ("fault\tP".to_owned(), "row 2: a name is missing"),
            ("fault\tP\tP-1\t3\t0\t9".to_owned(), "row 2: '9' is one field too many"),
            (format!("fault\tP\tP-1\t3\t0\nm{zeros}\t1"), "row 3: '1' is one field too many"),
            (format!("fault\tP\tP-1\t3\t0\nm{zeros}\nl\t1\t0\t0\t0\t0"), "row 4: there is no candidate 1"),
            (
                format!("fault\tP\tP-1\t3\t0\nM{}", "\tNaN".repeat(Kind::ALL.len())),
                "row 3: 'NaN' is no number",
            ),
            ("fault\tP\tP-1\t3\t0\nx".to_owned(), "row 3: 'x' is no kind of row"),
        ] {
            assert_eq!(refused(&format!("{}\n{rows}\n", header())), reason, "{rows}");
        }
    }
}
