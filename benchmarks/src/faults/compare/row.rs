//! A fault's row: a line of JSON in an append-only file.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use serde_json::{Map, Value, json};

use super::curve::{ByChoice, Curve, Curves, Worth};
use crate::BenchError;

/// The results of a fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Compared {
    /// Its name.
    pub fault: String,
    /// The library.
    pub library: String,
    /// The failing test that its tests were grown from; empty if none have a label.
    pub start: String,
    /// Number of variants that pass on the fixed classes.
    pub passing: usize,
    /// Number of variants that fail on them.
    pub failing: usize,
    /// Number of ranked methods.
    pub methods: usize,
    /// The curves of the choices; `None` if there was nothing to choose from.
    pub curves: Option<Curves>,
    /// Duration of [growing](GROWING) and of each search by name, including start and labelling. Units: seconds.
    pub seconds: BTreeMap<String, f64>,
}

/// Key of the time of growing, which all choices share.
pub const GROWING: &str = "growing";

impl Compared {
    /// A fault without any labelled variant.
    pub fn empty(fault: &str, library: &str) -> Self {
        Self {
            fault: fault.to_owned(),
            library: library.to_owned(),
            start: String::new(),
            passing: 0,
            failing: 0,
            methods: 0,
            curves: None,
            seconds: BTreeMap::new(),
        }
    }

    /// Describes the row in one line.
    pub fn words(&self) -> String {
        let Some(curves) = &self.curves else { return "no labelled variant".to_owned() };
        let rank = |(name, curve): (&String, &Curve)| {
            format!("{name} {:.1}", curve.worth.last().map_or(0.0, |worth| worth.rank))
        };
        let alone =
            curves.hidden.values().find_map(|curve| curve.worth.first()).map_or(0.0, |worth| worth.rank);
        let ranks: Vec<String> = curves.hidden.iter().map(rank).collect();
        let variants = match (self.passing, self.failing) {
            (0, 0) => self.start.clone(),
            (passing, failing) => format!("{passing} variants of {} pass, {failing} fail", self.start),
        };
        format!("{variants}; rank {alone:.0} alone, {}", ranks.join(", "))
    }

    fn json(&self) -> Value {
        json!({
            "fault": self.fault,
            "library": self.library,
            "start": self.start,
            "passing": self.passing,
            "failing": self.failing,
            "methods": self.methods,
            "hidden": self.curves.as_ref().map(|curves| of_choices(&curves.hidden)),
            "known": self.curves.as_ref().map(|curves| of_choices(&curves.known)),
            "seconds": self.seconds,
        })
    }

    fn parse(value: &Value) -> Option<Self> {
        let text = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        let count = |key: &str| usize::try_from(value.get(key)?.as_u64()?).ok();
        let curves = match value.get("hidden")? {
            Value::Null => None,
            hidden => Some(Curves { hidden: choices(hidden)?, known: choices(value.get("known")?)? }),
        };
        Some(Self {
            fault: text("fault")?,
            library: text("library")?,
            start: text("start")?,
            passing: count("passing")?,
            failing: count("failing")?,
            methods: count("methods")?,
            curves,
            seconds: value.get("seconds").map_or_else(|| Some(BTreeMap::new()), seconds)?,
        })
    }
}

/// For each choice `until`, and after each test `[rank, average precision, within 1, 3, 5]`.
fn of_choices(choices: &ByChoice) -> Value {
    let worth = |worth: &Worth| {
        let [one, three, five] = worth.within;
        json!([worth.rank, worth.ap, one, three, five])
    };
    let curve = |curve: &Curve| {
        let steps: Vec<Value> = curve.worth.iter().map(worth).collect();
        json!({ "until": curve.until, "after": steps })
    };
    choices.iter().map(|(name, of)| (name.clone(), curve(of))).collect::<Map<_, _>>().into()
}

/// Parses durations, which old rows lack.
fn seconds(value: &Value) -> Option<BTreeMap<String, f64>> {
    value.as_object()?.iter().map(|(name, of)| Some((name.clone(), of.as_f64()?))).collect()
}

fn choices(value: &Value) -> Option<ByChoice> {
    let numbers =
        |value: &Value| -> Option<Vec<f64>> { value.as_array()?.iter().map(Value::as_f64).collect() };
    let worth = |value: &Value| {
        let &[rank, ap, one, three, five] = numbers(value)?.as_slice() else { return None };
        Some(Worth { rank, ap, within: [one, three, five] })
    };
    let curve = |value: &Value| {
        let until = numbers(value.get("until")?)?.try_into().ok()?;
        let steps = value.get("after")?.as_array()?.iter().map(worth).collect::<Option<Vec<_>>>()?;
        Some(Curve { worth: steps, until })
    };
    value.as_object()?.iter().map(|(name, of)| Some((name.clone(), curve(of)?))).collect()
}

/// Reads the rows of a file; none if it does not exist. Ignores a truncated last line. Errors: the file cannot be read, or another line
/// is malformed.
pub fn read(file: &Path) -> Result<Vec<Compared>, BenchError> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(BenchError::io(file))?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line).ok().as_ref().and_then(Compared::parse).ok_or_else(|| {
            BenchError::Program {
                what: format!("{}, line {}", file.display(), number + 1),
                detail: "it is not a row of `faults compare`; remove it to compare its fault again"
                    .to_owned(),
            }
        })
    };
    whole.lines().enumerate().filter(|(_, line)| !line.is_empty()).map(row).collect()
}

/// Appends a row, after a line end if the last row was truncated. Errors: those of the operating system.
pub fn append(file: &Path, row: &Compared) -> Result<(), BenchError> {
    let cut = fs::read(file).is_ok_and(|bytes| bytes.last().is_some_and(|&last| last != b'\n'));
    if cut {
        let kept: String = fs::read_to_string(file).unwrap_or_default();
        let whole = kept.rfind('\n').map_or(0, |end| end + 1);
        fs::write(file, &kept[..whole]).map_err(BenchError::io(file))?;
    }
    let mut opened = OpenOptions::new().create(true).append(true).open(file).map_err(BenchError::io(file))?;
    opened.write_all(format!("{}\n", row.json()).as_bytes()).map_err(BenchError::io(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back_and_one_that_was_cut_off_is_made_again() {
        let folder = crate::workspace::fresh("compare-rows").expect("a folder");
        let file = folder.join("rows.jsonl");
        assert_eq!(read(&file).expect("no rows"), []);
        let worth = |rank: f64| Worth { rank, ap: 1.0 / rank, within: [0.25, 0.5, 1.0] };
        let curve = Curve { worth: vec![worth(4.0), worth(2.0)], until: [2.0, 1.5, 0.0] };
        let choices: ByChoice = [("eap".to_owned(), curve)].into();
        let curves = Curves { hidden: choices.clone(), known: choices };
        let seconds = [(GROWING.to_owned(), 2.5)].into();
        let one =
            Compared { passing: 7, methods: 3, curves: Some(curves), seconds, ..Compared::empty("x-1", "x") };
        append(&file, &one).expect("written");
        fs::write(&file, format!("{}{{\"fault\":\"x-2", fs::read_to_string(&file).expect("text")))
            .expect("cut");
        assert_eq!(read(&file).expect("rows"), std::slice::from_ref(&one));
        let none = Compared::empty("x-2", "x");
        append(&file, &none).expect("written");
        assert_eq!(read(&file).expect("rows"), [one.clone(), none]);
        assert!(one.words().contains("rank 4 alone, eap 2.0"), "{}", one.words());
        fs::write(&file, "nothing\n").expect("written");
        assert!(read(&file).expect_err("no row").to_string().contains("line 1"));
    }
}
