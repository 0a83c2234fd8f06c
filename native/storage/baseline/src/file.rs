//! The file of a baseline (`docs/baseline.md`).

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use faultline_files::{limits, regular};

use crate::model::{Baseline, ClassState, Input, MethodState, Passed, Run, TestState};
use crate::numbers::{In, Out};

/// The first bytes of a file, which a conversion of text would damage.
pub const MAGIC: [u8; 8] = [0x89, b'F', b'L', b'B', b'\r', b'\n', 0x1a, b'\n'];

/// The version of the layout.
const VERSION: u8 = 2;

/// Reads the file of a folder. `None` if there is none. Errors: it is no baseline, is damaged, or is of another
/// version; the operating system's.
pub fn read(path: &Path) -> io::Result<Option<Baseline>> {
    match regular::read(path, limits::BASELINE) {
        Ok(content) => decode(&content)
            .map(Some)
            .map_err(|why| refused(path, &format!("{why}; remove it, and the next run starts a new one"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// An error that says what is wrong with a file.
pub fn refused(path: &Path, why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{} {why}", path.display()))
}

/// Whether content is that of a baseline of any version, by its first bytes.
pub fn is_one(content: &[u8]) -> bool {
    content.starts_with(&MAGIC)
}

/// The content of a file.
/// Shape: the magic, the version, the CRC-32 of the rest, then inputs, classes, runs, sets of classes, tests.
pub fn encode(baseline: &Baseline) -> Vec<u8> {
    let mut out = Out::default();
    let mut inputs: Vec<&Input> = baseline.runs.iter().flat_map(|run| &run.inputs).collect();
    inputs.sort_unstable();
    inputs.dedup();
    out.count(inputs.len());
    for input in &inputs {
        out.text(&input.name);
        out.hash(input.hash);
    }
    out.count(baseline.classes.len());
    for class in &baseline.classes {
        put_class(&mut out, class);
    }
    out.count(baseline.runs.len());
    for run in &baseline.runs {
        out.number(run.started_ns);
        out.text(run.commit.as_deref().unwrap_or_default());
        out.number(run.tests);
        out.number(run.failed);
        out.ascending(&run.classes);
        let place = |input: &Input| inputs.binary_search(&input).map_or(0, |place| place as u32);
        out.ascending(&run.inputs.iter().map(place).collect::<Vec<_>>());
    }
    let sets = Sets::of(baseline);
    out.count(sets.all.len());
    for set in &sets.all {
        out.ascending(set);
    }
    out.count(baseline.tests.len());
    for (id, test) in &baseline.tests {
        out.text(id);
        out.text(&test.class);
        out.text(&test.method);
        out.number(test.seen_ns);
        out.number(test.failing_ns);
        out.count(sets.numbers[&test.code]);
        out.number(u64::from(test.passed.is_some()));
        let Some(passed) = &test.passed else { continue };
        out.number(passed.run.into());
        out.count(sets.numbers[&passed.code]);
        out.count(passed.ran.len());
        let mut last = 0;
        for (class, methods) in &passed.ran {
            out.number(u64::from(class - last));
            last = *class;
            put_methods(&mut out, methods);
        }
    }
    let check = crc32fast::hash(&out.0);
    [&MAGIC[..], &[VERSION], &check.to_le_bytes(), &out.0].concat()
}

/// The sets of classes of tests' own code, each once.
struct Sets<'a> {
    all: Vec<&'a Arc<[u32]>>,
    numbers: HashMap<&'a Arc<[u32]>, usize>,
}

impl<'a> Sets<'a> {
    fn of(baseline: &'a Baseline) -> Self {
        let mut sets = Self { all: Vec::new(), numbers: HashMap::new() };
        for test in baseline.tests.values() {
            for set in [&test.code].into_iter().chain(test.passed.as_ref().map(|passed| &passed.code)) {
                let next = sets.all.len();
                if *sets.numbers.entry(set).or_insert(next) == next {
                    sets.all.push(set);
                }
            }
        }
        sets
    }
}

fn put_class(out: &mut Out, class: &ClassState) {
    out.text(&class.name);
    out.hash(class.shape);
    out.number(u64::from(class.is_whole));
    out.count(class.methods.len());
    for method in &class.methods {
        out.text(&method.name);
        out.text(&method.descriptor);
        out.hash(method.hash);
        out.count(method.lines.len());
        let mut last = 0_i64;
        for &(line, hash) in &method.lines {
            let step = i64::from(line) - last;
            last = i64::from(line);
            out.number(((step << 1) ^ (step >> 63)).cast_unsigned());
            out.0.extend(hash.to_le_bytes());
        }
    }
}

/// Places of methods: bits, if these take no more than eight bytes, else steps.
fn put_methods(out: &mut Out, methods: &[u32]) {
    match methods.last() {
        Some(&last) if last < 63 => {
            let bits = methods.iter().fold(0_u64, |bits, method| bits | 1 << method);
            out.number(bits << 1);
        }
        _ => {
            out.number(1);
            out.ascending(methods);
        }
    }
}

/// What a file says. Errors: it is no baseline, is damaged, or is of another version.
pub fn decode(content: &[u8]) -> Result<Baseline, &'static str> {
    let damaged = "is a damaged baseline";
    let Some(rest) = content.strip_prefix(&MAGIC) else { return Err("is not a baseline of faultline") };
    let (version, rest) = rest.split_first().ok_or(damaged)?;
    if *version != VERSION {
        return Err("was written by another version of faultline");
    }
    let (check, body) = rest.split_at_checked(4).ok_or(damaged)?;
    if check != crc32fast::hash(body).to_le_bytes() {
        return Err(damaged);
    }
    get(&mut In(body)).ok_or(damaged)
}

fn get(file: &mut In) -> Option<Baseline> {
    let inputs = file.list(|file| Some(Input { name: file.text()?, hash: file.hash()? }))?;
    let classes = file.list(get_class)?;
    let runs = file.list(|file| {
        Some(Run {
            started_ns: file.number()?,
            commit: Some(file.text()?).filter(|commit| !commit.is_empty()),
            tests: file.number()?,
            failed: file.number()?,
            classes: file.ascending(classes.len())?,
            inputs: {
                let places = file.ascending(inputs.len())?;
                places.into_iter().map(|place| inputs[place as usize].clone()).collect()
            },
        })
    })?;
    let sets: Vec<Arc<[u32]>> = file.list(|file| file.ascending(classes.len()).map(Into::into))?;
    let set = |file: &mut In| sets.get(usize::try_from(file.number()?).ok()?).cloned();
    let tests = file.list(|file| {
        let id = file.text()?;
        let (class, method) = (file.text()?, file.text()?);
        let (seen_ns, failing_ns) = (file.number()?, file.number()?);
        let code = set(file)?;
        let passed = match file.number()? {
            0 => None,
            1 => {
                let run = u32::try_from(file.number()?).ok().filter(|run| (*run as usize) < runs.len())?;
                Some(Passed { run, code: set(file)?, ran: get_ran(file, &classes)? })
            }
            _ => return None,
        };
        Some((id, TestState { class, method, seen_ns, failing_ns, code, passed }))
    })?;
    file.0.is_empty().then(|| Baseline { runs, classes, tests: tests.into_iter().collect() })
}

fn get_class(file: &mut In) -> Option<ClassState> {
    Some(ClassState {
        name: file.text()?,
        shape: file.hash()?,
        is_whole: file.number()? != 0,
        methods: file.list(|file| {
            Some(MethodState {
                name: file.text()?,
                descriptor: file.text()?,
                hash: file.hash()?,
                lines: {
                    let mut last = 0_i64;
                    file.list(|file| {
                        let step = file.number()?;
                        last = last.checked_add((step >> 1).cast_signed() ^ -((step & 1).cast_signed()))?;
                        let hash = u16::from_le_bytes(file.take(2)?.try_into().ok()?);
                        Some((u32::try_from(last).ok()?, hash))
                    })?
                },
            })
        })?,
    })
}

fn get_ran(file: &mut In, classes: &[ClassState]) -> Option<Vec<(u32, Vec<u32>)>> {
    let mut last = 0_u32;
    file.list(|file| {
        last = last.checked_add(u32::try_from(file.number()?).ok()?)?;
        let most = classes.get(last as usize)?.methods.len();
        let methods = match file.number()? {
            1 => file.ascending(most)?,
            bits if bits & 1 == 0 => {
                let bits = bits >> 1;
                let methods: Vec<u32> = (0..63).filter(|bit| bits >> bit & 1 == 1).collect();
                methods.last().is_none_or(|last| (*last as usize) < most).then_some(methods)?
            }
            _ => return None,
        };
        Some((last, methods))
    })
}
