//! Reads the file that a worker on mutants writes in Java, `tests/mutation/golden.hex`.

use std::fmt::Write as _;
use std::path::Path;

use faultline_flt::{Writer, read_bytes};
use faultline_spectrum::{MutatedClass, Mutation, Reason, Unusable, Verdict};

/// Decodes the hexadecimal digits.
fn golden() -> Vec<u8> {
    let text = include_str!("../../../../tests/mutation/golden.hex");
    let digits: Vec<u8> = text.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn verdict(verdict: Verdict) -> String {
    format!("{verdict:?}").to_lowercase()
}

fn reason(reason: Reason) -> String {
    if reason == Reason::None { String::new() } else { format!(" {reason:?}").to_lowercase() }
}

fn words(bits: &[u64]) -> String {
    bits.iter().fold(String::new(), |mut text, word| {
        let _ = write!(text, " {word:x}");
        text
    })
}

/// The records as in `golden.txt`, without the origin, drifts and the verdicts they invalidate.
fn told(of: &Mutation) -> Vec<String> {
    let mut lines = Vec::new();
    for class in &of.classes {
        let mut line = format!("class {} {} {:x} v{}", class.class, class.name, class.hash, class.operators);
        for method in &class.methods {
            let _ = write!(line, " {}{}", method.name, method.descriptor);
        }
        for m in &class.mutants {
            let (operator, alternative) = (m.operator, m.alternative);
            let _ = write!(
                line,
                " [{} m{} l{} i{} o{operator} a{alternative} {}]",
                m.mutant, m.method, m.line, m.instruction, m.words
            );
        }
        lines.push(line);
    }
    for test in &of.tests {
        let (outcome, exception) = (test.outcome.name(), &test.exception);
        lines.push(format!(
            "test {} {} {} {} {outcome} {exception} {:x} {:x} unstable {} fuel {}",
            test.test,
            test.unique_id,
            test.class,
            test.method,
            test.message,
            test.trace,
            test.unstable,
            test.fuel
        ));
    }
    for probe in &of.probes {
        let of_classes = probe
            .classes
            .iter()
            .map(|of| format!(" {} reached{} infected{}", of.class, words(&of.reached), words(&of.infected)));
        lines.push(format!("probe {}{}", probe.test, of_classes.collect::<String>()));
    }
    for pair in &of.verdicts {
        let (verdict, reason) = (verdict(pair.verdict), reason(pair.reason));
        lines.push(format!("verdict {} {}:{} {verdict}{reason}", pair.test, pair.class, pair.mutant));
    }
    for unusable in &of.unusable {
        let test =
            if unusable.test == Unusable::NO_TEST { "-1".to_owned() } else { unusable.test.to_string() };
        lines.push(format!("unusable {test} {}", unusable.reason));
    }
    lines.extend(of.stages.iter().map(|stage| format!("stage {} {}", stage.unit, stage.verdicts)));
    lines
}

#[test]
fn what_the_worker_writes_is_read_as_it_was_meant() {
    let (recording, notes) = read_bytes(Path::new("golden.flt"), &golden()).unwrap();
    assert!(notes.is_empty(), "{notes:?}");
    assert_eq!(recording.origin.nonce, u64::MAX - 1);
    let mut expected: Vec<&str> = include_str!("../../../../tests/mutation/golden.txt").lines().collect();
    // A drift of test 5 invalidates its last three verdicts.
    assert!(expected.contains(&"drift 5 3"));
    expected.retain(|line| {
        let is_void = ["verdict 5 4711:4 ", "verdict 5 4711:5 ", "verdict 5 4711:6 "];
        !line.starts_with("origin ")
            && !line.starts_with("drift ")
            && !is_void.iter().any(|v| line.starts_with(v))
    });
    // Java and Rust must number mutants alike; otherwise a run would continue with results that do not match.
    assert!(recording.mutation.classes.iter().all(|class| class.operators == MutatedClass::OPERATORS));
    let mut told = told(&recording.mutation);
    expected.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, expected);
}

#[test]
fn what_the_worker_writes_is_what_the_writer_writes() {
    let golden = golden();
    let (recording, _) = read_bytes(Path::new("golden.flt"), &golden).unwrap();
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    writer.recording(&recording).unwrap();
    let (back, _) = read_bytes(Path::new("again.flt"), writer.get_ref()).unwrap();
    assert_eq!(back, recording);
    // The version, the origin, and the class with its mutants after them are the same bytes in both.
    let [one, other] = [&golden, writer.get_ref()].map(|file| {
        let length = |at: usize| u32::from_le_bytes(file[at + 4..at + 8].try_into().unwrap()) as usize;
        let class = 32 + length(16);
        file[..class + 16 + length(class)].to_vec()
    });
    assert_eq!(one, other);
}
