//! Text layouts: round trips, and errors with their line.

use crate::sample;

use std::fs;
use std::path::Path;

use faultline_flt::{FormatError, Imported, Layout, TsvFiles, import_tsv, record_spectrum, write_ranking};
use faultline_spectrum::{Frame, InitialiserPolicy, Outcome, Spectrum};
use proptest::prelude::*;
use sample::{Folder, spectrum};

/// The exported files, without the marker of the folder.
fn files(dir: &Path) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != faultline_files::MARKER)
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read_to_string(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// The data of each counted test that both layouts preserve.
fn kept(spectrum: &Spectrum) -> Vec<(String, String, Outcome, Vec<usize>)> {
    (0..)
        .zip(&spectrum.tests)
        .filter(|(_, test)| test.outcome.is_counted())
        .map(|(row, test)| {
            (test.class.clone(), test.method.clone(), test.outcome, spectrum.coverage.ones(row).collect())
        })
        .collect()
}

fn elements(spectrum: &Spectrum) -> Vec<(String, String, u32)> {
    spectrum
        .elements
        .iter()
        .map(|element| {
            let method = &spectrum.methods[element.method.index()];
            let arguments = method.descriptor.split(')').next().unwrap();
            let class = &spectrum.classes[method.class.index()].name;
            (class.clone(), format!("{}{arguments})", method.name), element.line)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_spectrum_comes_back_from_every_layout(seed: u64) {
        for layout in Layout::ALL {
            let (folder, spectrum) = (Folder::new("plain"), spectrum(seed, false));
            let exported = layout.export(&spectrum, &folder.0).unwrap();
            let Imported { spectrum: back, .. } = layout.import(&folder.0).unwrap();
            prop_assert_eq!(kept(&back), kept(&spectrum));
            prop_assert_eq!(elements(&back), elements(&spectrum));
            prop_assert_eq!(exported.tests, back.tests.len());
            prop_assert_eq!(exported.tests + exported.left_out, spectrum.tests.len());
            let failures = |s: &Spectrum| s.tests.iter().filter_map(|t| t.failure.clone()).collect::<Vec<_>>();
            prop_assert_eq!(failures(&back), failures(&spectrum));
        }
    }

    #[test]
    fn odd_names_lose_nothing_and_a_second_round_changes_nothing(seed: u64) {
        for (layout, separator) in [(Layout::Tsv, "::"), (Layout::Gzoltar, "#")] {
            let (first, second) = (Folder::new("first"), Folder::new("second"));
            let spectrum = spectrum(seed, true);
            layout.export(&spectrum, &first.0).unwrap();
            let back = layout.import(&first.0).unwrap().spectrum;
            prop_assert_eq!(back.coverage.rows(), kept(&spectrum).len());
            // A separator inside the class moves the split but loses no character; a repeated name gets a
            // number.
            for (found, (class, method, ..)) in kept(&back).iter().zip(kept(&spectrum)) {
                let (found, all) = (format!("{}{separator}{}", found.0, found.1), format!("{class}{separator}{method}"));
                prop_assert!(found.starts_with(&all), "{:?} {:?}", found, all);
            }
            layout.export(&back, &second.0).unwrap();
            prop_assert_eq!(files(&first.0), files(&second.0));
        }
    }

    #[test]
    fn an_imported_spectrum_survives_as_a_recording(seed: u64) {
        let spectrum = spectrum(seed, true);
        let recording = record_spectrum(&spectrum, "imported");
        let (back, notes) =
            faultline_flt::read_bytes(Path::new("i.flt"), &sample::bytes(&recording)).unwrap();
        prop_assert!(notes.is_empty());
        prop_assert_eq!(&back, &recording);
        let merged = Spectrum::merge(&[back], InitialiserPolicy::All).unwrap();
        prop_assert_eq!(cells(&merged), cells(&spectrum));
    }
}

type Cells = (String, Outcome, Vec<(String, String, u32)>);

/// Test and element of every set bit, in an order independent of that of the columns.
fn cells(spectrum: &Spectrum) -> Vec<Cells> {
    let elements = elements(spectrum);
    (0..)
        .zip(&spectrum.tests)
        .map(|(row, test)| {
            let mut covered: Vec<_> =
                spectrum.coverage.ones(row).map(|column| elements[column].clone()).collect();
            covered.sort();
            (test.unique_id.clone(), test.outcome, covered)
        })
        .collect()
}

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(name);
    for (name, text) in files {
        fs::write(folder.0.join(name), text).unwrap();
    }
    folder
}

const ELEMENTS: (&str, &str) = ("elements.tsv", "a.B\tfoo(I)V\t12\na.B\tfoo(I)V\t13\n");
const SPECTRA: (&str, &str) = ("spectra.csv", "name\na$B#foo(int):12\na$B#foo(int):13\n");

fn tsv_error(files: &[(&str, &str)]) -> String {
    let folder = folder("tsv-error", files);
    let message = Layout::Tsv.import(&folder.0).unwrap_err().to_string();
    message.replace(&format!("{}/", folder.0.display()), "")
}

#[test]
fn tsv_files_in_memory_read_like_a_folder() {
    let files = || TsvFiles {
        elements: b"a.B\tfoo(I)V\t7\na.B\tbar()V\t9\n".to_vec(),
        tests: b"a.T::x\tfailed\t0 1\na.T::y\tpassed\t\n".to_vec(),
        failures: Some(b"a.T::x\tE\t1\ta.B\tfoo\t7\n".to_vec()),
        faulty_methods: Some(b"a.B$foo<I>\n".to_vec()),
    };
    let folder = Folder::new("memory");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.0.join(name), bytes).unwrap();
    let TsvFiles { elements, tests, failures, faulty_methods } = files();
    write("elements.tsv", &elements);
    write("tests.tsv", &tests);
    write("failures.tsv", &failures.unwrap());
    write("faulty-methods.tsv", &faulty_methods.unwrap());
    let in_memory = import_tsv(Path::new("x"), files()).unwrap();
    assert_eq!(in_memory, Layout::Tsv.import(&folder.0).unwrap());
    assert_eq!(in_memory.faulty_methods, ["a.B$foo<I>"]);

    let broken = TsvFiles { tests: b"a::b\tpassed\t2\n".to_vec(), ..files() };
    let message = import_tsv(Path::new("x"), broken).unwrap_err().to_string();
    assert_eq!(message, "x/tests.tsv:1: there is no element 2: elements.tsv has 2");
}

#[test]
fn errors_in_tsv_files_name_file_and_line() {
    let tests = ("tests.tsv", "a::b\tfailed\t0\n");
    let cases: [(&[(&str, &str)], &str); 13] = [
        (&[("elements.tsv", "a.B\tfoo()V\n")], "elements.tsv:1: expected 3 fields"),
        (&[("elements.tsv", "a\tf()V\t1\na\tf()V\t2\t3\n")], "elements.tsv:2: expected 3 fields"),
        (&[("elements.tsv", "a\tf()V\tx\n")], "elements.tsv:1: the line should be a number, not `x`"),
        (&[ELEMENTS, ("tests.tsv", "a::b\n")], "tests.tsv:1: expected test, outcome and elements"),
        (&[ELEMENTS, ("tests.tsv", "a::b\tpassed\t0 2\n")], "tests.tsv:1: there is no element 2"),
        (&[ELEMENTS, ("tests.tsv", "a::b\tpassed\t0 x\n")], "tests.tsv:1: an element should be a number"),
        (
            &[ELEMENTS, ("tests.tsv", "a::b\tskipped\t\n")],
            "tests.tsv:1: the outcome should be passed or failed",
        ),
        (
            &[ELEMENTS, tests, ("failures.tsv", "a::c\tE\t0\ta\tb\t1\n")],
            "failures.tsv:1: tests.tsv has no failed test",
        ),
        (&[ELEMENTS, tests, ("failures.tsv", "a::b\tE\t0\ta\n")], "failures.tsv:1: expected 6 fields"),
        (
            &[ELEMENTS, tests, ("failures.tsv", "a::b\tE\t0\ta\tb\tx\n")],
            "failures.tsv:1: the line should be a number",
        ),
        (
            &[ELEMENTS, tests, ("failures.tsv", "a::b\tE\t1\ta\tb\t1\na::b\tE\t1\ta\tb\t1\n")],
            "failures.tsv:2: the places of a test's frames should ascend",
        ),
        (
            &[ELEMENTS, tests, ("failures.tsv", "a::b\tE\t1\ta\tb\t1\na::b\tF\t2\ta\tb\t1\n")],
            "failures.tsv:2: the same test has another exception",
        ),
        (
            &[ELEMENTS, tests, ("failures.tsv", "a::b\tE\t18446744073709551615\ta\tb\t1\n")],
            "failures.tsv:1: too many frames are left out",
        ),
    ];
    for (files, expected) in cases {
        let message = tsv_error(files);
        assert!(message.starts_with(expected), "{message} instead of {expected}");
    }
}

#[test]
fn errors_in_gzoltar_files_name_file_and_line() {
    const HEADER: &str = "name,outcome,runtime,stacktrace\n";
    let one = format!("{HEADER}a.B#c,PASS,1,\n");
    let one = ("tests.csv", one.as_str());
    let cases: [(&[(&str, &str)], &str); 11] = [
        (&[("spectra.csv", "a$B#foo(int):12\n")], "spectra.csv:1: expected the header `name`"),
        (
            &[("spectra.csv", "name\na.B.foo:12\n")],
            "spectra.csv:2: `a.B.foo:12` is not the name of a line: it has no method",
        ),
        (&[SPECTRA, ("tests.csv", "")], "tests.csv:1: expected the header"),
        (&[SPECTRA, one, ("matrix.txt", "1 +\n")], "matrix.txt:1: 1 elements where spectra.csv has 2"),
        (&[SPECTRA, one, ("matrix.txt", "1 0 1 +\n")], "matrix.txt:1: more than the 2 elements"),
        (&[SPECTRA, one, ("matrix.txt", "1 0\n")], "matrix.txt:1: the outcome is missing"),
        (&[SPECTRA, one, ("matrix.txt", "1 0 + 1\n")], "matrix.txt:1: `1` has no place here"),
        (&[SPECTRA, one, ("matrix.txt", "1 2 +\n")], "matrix.txt:1: `2` has no place here"),
        (
            &[SPECTRA, one, ("matrix.txt", "1 0 -\n")],
            "matrix.txt:1: the outcome is not the one in line 2 of tests.csv",
        ),
        (&[SPECTRA, one, ("matrix.txt", "1 0 +\n1 1 +\n")], "matrix.txt:2: tests.csv has only 1 tests"),
        (&[SPECTRA, one, ("matrix.txt", "")], "tests.csv:2: matrix.txt has only 0 tests"),
    ];
    for (files, expected) in cases {
        let folder = folder("gzoltar-error", files);
        let message = Layout::Gzoltar.import(&folder.0).unwrap_err().to_string();
        let message = message.replace(&format!("{}/", folder.0.display()), "");
        assert!(message.starts_with(expected), "{message} instead of {expected}");
    }
}

#[test]
fn text_that_is_not_utf_8_and_files_that_are_missing_are_errors() {
    let folder = Folder::new("encoding");
    assert!(matches!(Layout::Tsv.import(&folder.0), Err(FormatError::Io { .. })));
    fs::write(folder.0.join("elements.tsv"), b"a\tf()V\t1\n\xff\n").unwrap();
    fs::write(folder.0.join("tests.tsv"), b"").unwrap();
    let message = Layout::Tsv.import(&folder.0).unwrap_err().to_string();
    assert!(message.ends_with("elements.tsv:2: this line is not UTF-8"), "{message}");
}

#[test]
fn frames_left_out_of_a_trace_keep_their_places() {
    let text = "a::b\tE\t2\ta.B\tfoo\t12\na::b\tE\t5\ta.T\tb\t9\n";
    let files = [ELEMENTS, ("tests.tsv", "a::b\tfailed\t0\n"), ("failures.tsv", text)];
    let (source, target) = (folder("places", &files), Folder::new("places-back"));
    let spectrum = Layout::Tsv.import(&source.0).unwrap().spectrum;
    let frames = &spectrum.tests[0].failure.as_ref().unwrap().frames;
    assert_eq!(frames.len(), 6);
    assert_eq!(frames[5], Frame { class: "a.T".into(), method: "b".into(), line: 9 });
    assert!([0, 1, 3, 4].iter().all(|&place: &usize| frames[place].class.is_empty()));
    Layout::Tsv.export(&spectrum, &target.0).unwrap();
    assert_eq!(fs::read_to_string(target.0.join("failures.tsv")).unwrap(), text);
}

#[test]
fn a_frame_of_a_generated_class_may_have_no_line() {
    let text = "a::b\tE\t0\ta.B$$Generated\tfoo\t\na::b\tE\t1\ta.T\tb\t9\n";
    let files = [ELEMENTS, ("tests.tsv", "a::b\tfailed\t0\n"), ("failures.tsv", text)];
    let (source, target) = (folder("lineless", &files), Folder::new("lineless-back"));
    let spectrum = Layout::Tsv.import(&source.0).unwrap().spectrum;
    let lines = |spectrum: &Spectrum| -> Vec<i32> {
        spectrum.tests[0].failure.as_ref().unwrap().frames.iter().map(|frame| frame.line).collect()
    };
    assert_eq!(lines(&spectrum), [-1, 9]);
    Layout::Tsv.export(&spectrum, &target.0).unwrap();
    assert_eq!(lines(&Layout::Tsv.import(&target.0).unwrap().spectrum), [-1, 9]);
}

#[test]
fn reruns_get_names_of_their_own() {
    let tests = "a::b\tpassed\t0\na::b #2\tpassed\t\na::b\tfailed\t1\n";
    let source = folder("reruns", &[ELEMENTS, ("tests.tsv", tests)]);
    let target = Folder::new("reruns-back");
    Layout::Tsv.export(&Layout::Tsv.import(&source.0).unwrap().spectrum, &target.0).unwrap();
    let back = fs::read_to_string(target.0.join("tests.tsv")).unwrap();
    let names: Vec<&str> = back.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!((names[0], names[1]), ("a::b", "a::b #2"));
    assert!(!names[..2].contains(&names[2]), "{names:?}");
}

#[test]
fn faulty_methods_are_read_where_they_are_known() {
    let faulty = ("faulty-methods.tsv", "a.B$foo<I>\na.B$bar<>\n");
    let folder = folder("faulty", &[ELEMENTS, ("tests.tsv", ""), faulty]);
    assert_eq!(Layout::Tsv.import(&folder.0).unwrap().faulty_methods, ["a.B$foo<I>", "a.B$bar<>"]);
}

#[test]
fn gzoltar_files_have_gzoltars_bytes() {
    let tests = "a.B::c\tpassed\t0\na.T::d[1, 2]\tfailed\t0 1\n";
    let failures = "a.T::d[1, 2]\tjava.lang.AssertionError\t1\ta.T\td\t7\n";
    let source = folder("bytes", &[ELEMENTS, ("tests.tsv", tests), ("failures.tsv", failures)]);
    let target = Folder::new("bytes-gzoltar");
    let spectrum = Layout::Tsv.import(&source.0).unwrap().spectrum;
    Layout::Gzoltar.export(&spectrum, &target.0).unwrap();
    write_ranking(&spectrum, "Ochiai", &[0.5, 1.0], &target.0).unwrap();
    let expected = [
        ("matrix.txt", "1 0 +\n1 1 -\n"),
        ("ochiai.ranking.csv", "name;suspiciousness_value\na$B#foo(int):13;1.0\na$B#foo(int):12;0.5\n"),
        ("spectra.csv", "name\na$B#foo(int):12\na$B#foo(int):13\n"),
        (
            "tests.csv",
            "name,outcome,runtime,stacktrace\na.B#c,PASS,0,\n\
             \"a.T#d[1, 2]\",FAIL,0,java.lang.AssertionError at a.T.d(T.java:7)\n",
        ),
    ];
    assert_eq!(files(&target.0), expected.map(|(name, text)| (name.to_owned(), text.to_owned())));
}

#[test]
fn what_gzoltar_writes_itself_is_read() {
    let tests = "name,outcome,runtime,stacktrace\norg.x.T#a,PASS,123,\n\
                 org.x.T#b,FAIL,45,java.lang.ArithmeticException: / by zero, twice\n\
                 \tat org.x.C.div(C.java:13)\n\tat org.x.T.b(T.java:20)\n";
    let spectra = "name\n$Top#main(java.lang.String[]):3\norg.x$C#C():10\norg.x$C$D#<clinit>():12\norg.x$C#div(int,int):13\n";
    let files = [("matrix.txt", "1 1 0 0 +\n0 1 1 1 -\n"), ("spectra.csv", spectra), ("tests.csv", tests)];
    let Imported { spectrum, notes, .. } = Layout::Gzoltar.import(&folder("own", &files).0).unwrap();
    assert_eq!(notes.len(), 1);
    let expected = [
        ("Top", "main([Ljava/lang/String;)?", 3),
        ("org.x.C", "<init>()V", 10),
        ("org.x.C$D", "<clinit>()V", 12),
        ("org.x.C", "div(II)?", 13),
    ];
    for (element, (class, method, line)) in spectrum.elements.iter().zip(expected) {
        let of = &spectrum.methods[element.method.index()];
        assert_eq!(spectrum.classes[of.class.index()].name, class);
        assert_eq!((format!("{}{}", of.name, of.descriptor), element.line), (method.to_owned(), line));
    }
    assert_eq!(spectrum.coverage.ones(1).collect::<Vec<_>>(), [1, 2, 3]);
    let failure = spectrum.tests[1].failure.as_ref().unwrap();
    assert_eq!((failure.exception.as_str(), failure.frames[0].line), ("java.lang.ArithmeticException", 13));
    assert_eq!(spectrum.tests[0].duration_ns, 123);
}
