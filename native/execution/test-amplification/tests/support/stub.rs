//! A stub for the JVMs: it writes variants like the one that edits tests, and runs them like the others, in
//! an artificial world.
//!
//! The file `world` lists deviations, one a line: `unstable N` (ends differently in the other order),
//! `linkage N`, `hang N` (ends the JVM with exit code 87, without a result), `timeout N` (reports it, then
//! exits with 87), `other N` (by another exception), `nothing` (no variant compiles), `passes` (the failing
//! test passes), `slow MS` (a test), `slice N` (the variant is a slice: of its assertion, or of the throwing
//! statement), `needs N` (the assertion alone ends differently than in the whole test), `splits N` and
//! `edits N` (numbers of variants; 3 and 12).

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use faultline_flt::{Writer, fields, line};
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Origin, Outcome, RecordedClass, RecordedMethod, RecordedTest, Recording,
};

/// The number of the variant in which all assertions run.
const WHOLE: usize = 999;

use super::{CLASS, FOO_HASH, LINES, METHOD, TEST};

/// Not a test: the script in place of java starts it.
#[test]
#[ignore = "started as a JVM"]
fn works() {
    let Some(world) = std::env::var_os("STUB_WORLD") else { return };
    let arguments = std::env::var("STUB_ARGUMENTS").unwrap_or_default();
    let arguments: Vec<&str> = arguments.lines().collect();
    let world = World::read(Path::new(&world));
    world.note(&arguments);
    let last = arguments.last().map(PathBuf::from).unwrap_or_default();
    let has = |word: &str| arguments.iter().any(|argument| argument.ends_with(word));
    let code = if has("grow.Grow") && has("--write") {
        write_down(&Asked::read(&last))
    } else if has("grow.CompileKotlin") {
        compile(&world, &Asked::read(&last), &last)
    } else if has("grow.Grow") {
        grow(&world, &Asked::read(&last))
    } else {
        let agent = arguments.iter().find_map(|argument| argument.strip_prefix("-javaagent:"));
        run(&world, &Asked::read(&last), agent, &arguments)
    };
    std::process::exit(code);
}

struct World {
    root: PathBuf,
    lines: Vec<String>,
}

impl World {
    fn read(root: &Path) -> Self {
        let text = fs::read_to_string(root.join("world")).unwrap_or_default();
        Self { root: root.to_owned(), lines: text.lines().map(str::to_owned).collect() }
    }

    fn has(&self, line: &str) -> bool {
        self.lines.iter().any(|known| known == line)
    }

    fn number(&self, word: &str) -> Option<usize> {
        self.lines.iter().find_map(|line| line.strip_prefix(word)?.trim().parse().ok())
    }

    /// Records the arguments of this start.
    fn note(&self, arguments: &[&str]) {
        let file = OpenOptions::new().create(true).append(true).open(self.root.join("started"));
        let _ = file.and_then(|mut file| writeln!(file, "{}", arguments.join(" ")));
    }
}

/// A request, by key.
struct Asked(BTreeMap<String, Vec<Vec<String>>>);

impl Asked {
    fn read(file: &Path) -> Self {
        let mut asked: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
        for line in fs::read_to_string(file).unwrap_or_default().lines() {
            let mut fields = fields(line);
            let key = fields.remove(0);
            asked.entry(key).or_default().push(fields);
        }
        Self(asked)
    }

    fn all(&self, key: &str) -> Vec<String> {
        self.0.get(key).map(|all| all.iter().map(|fields| fields.join("\t")).collect()).unwrap_or_default()
    }

    fn one(&self, key: &str) -> String {
        self.all(key).into_iter().next().unwrap_or_default()
    }
}

fn grow(world: &World, asked: &Asked) -> i32 {
    if world.has("nothing") {
        eprintln!("no variant of the test compiles; see the compiler's words");
        return 3;
    }
    let out = PathBuf::from(asked.one("out"));
    let (splits, edits) = (world.number("splits ").unwrap_or(3), world.number("edits ").unwrap_or(12));
    // At most as many edits of the test as requested.
    let test = asked.one("test");
    let test: Vec<&str> = test.split('\t').collect();
    let edits = edits.min(test[2].parse().unwrap_or(0));
    let edit = if test[3] == "tries" { "tried" } else { "edit" };
    if splits + edits == 0 {
        eprintln!("the test has one assertion, and no edits of it are asked for");
        return 3;
    }
    let mut text = line(["n", "class", "method", "of", "kind", "edits", "lines", "sites", "body"]);
    for n in 0..splits + edits {
        let (kind, words) = if n < splits { ("split", "") } else { (edit, "leave out `setNull`") };
        let is_slice = world.has(&format!("slice {n}"));
        let (kind, words) = if is_slice { ("slice", "") } else { (kind, words) };
        let site = if is_slice && n >= splits { String::new() } else { n.to_string() };
        let (method, n) = (format!("{METHOD}_faultline_{n}"), n.to_string());
        text.push_str(&line([&n, TEST, &method, METHOD, kind, words, "7", &site, "void x() { }"]));
    }
    let whole = format!("{METHOD}_faultline_{WHOLE}");
    text.push_str(&line(["0", TEST, &whole, METHOD, "whole", "", "", "", "void x() { }"]));
    let report = line(["what", "value"]) + &line(["framework", "junit4"]) + &line(["did not compile", "5"]);
    let written = fs::create_dir_all(out.join("classes/org/x"))
        .and_then(|()| fs::write(out.join("classes/org/x/FooTest.class"), "compiled"))
        .and_then(|()| fs::write(out.join("variants.tsv"), text))
        .and_then(|()| fs::write(out.join("report.tsv"), report));
    i32::from(written.is_err())
}

/// Compiles all functions except the last. The request is kept for inspection.
fn compile(world: &World, asked: &Asked, request: &Path) -> i32 {
    let out = PathBuf::from(asked.one("out"));
    let functions = asked.all("function");
    let numbers = functions.iter().filter_map(|function| function.split('\t').next());
    let kept: Vec<&str> = numbers.take(functions.len() - 1).collect();
    let written = fs::create_dir_all(out.join("classes/org/x"))
        .and_then(|()| fs::write(out.join("classes/org/x/FooTest.class"), "compiled"))
        .and_then(|()| fs::write(out.join("kept.tsv"), format!("n\n{}\n", kept.join("\n"))))
        .and_then(|()| fs::write(out.join("compiled.tsv"), "what\tvalue\ndid not compile\t1\n"))
        .and_then(|()| fs::copy(request, world.root.join("compile.tsv")).map(drop));
    i32::from(written.is_err())
}

/// The result of a variant: even ones pass, odd ones fail like the test.
fn ended(world: &World, n: Option<usize>, backward: bool) -> [&'static str; 3] {
    let thrown = ["failed", "java.lang.IllegalStateException", "org.x.Foo.run:3"];
    let asserted = ["failed", "java.lang.AssertionError", ""];
    let original = if world.has("asserts") { asserted } else { thrown };
    let Some(n) = n else { return if world.has("passes") { ["passed", "", ""] } else { original } };
    let is = |word: &str| world.has(&format!("{word} {n}"));
    if is("linkage") {
        return ["linkage", "java.lang.NoSuchMethodError", ""];
    }
    if is("timeout") {
        return ["timeout", "", ""];
    }
    if is("other") {
        return ["failed", "java.lang.NullPointerException", "org.x.Foo.run:3"];
    }
    match (n.is_multiple_of(2), is("unstable") && backward) {
        (true, false) | (false, true) => ["passed", "", ""],
        _ => original,
    }
}

fn run(world: &World, asked: &Asked, agent: Option<&str>, arguments: &[&str]) -> i32 {
    let backward = asked.one("order") == "backward";
    let is_right = arguments.iter().any(|argument| argument.contains("right.jar"));
    let mut methods = asked.all("method");
    if backward {
        methods.reverse();
    }
    let wanted = fs::read_to_string(asked.one("want")).ok();
    let (mut rows, mut text) = (Vec::new(), String::new());
    let mut code = 0;
    for method in methods {
        std::thread::sleep(Duration::from_millis(world.number("slow ").unwrap_or(0) as u64));
        let n = method.rsplit_once("_faultline_").and_then(|(_, n)| n.parse().ok());
        if n.is_some_and(|n: usize| world.has(&format!("hang {n}"))) {
            code = 87;
            break;
        }
        let mut end = if is_right { ["passed", "", ""] } else { ended(world, n, backward) };
        // Compared with the oracle, an edit fails if it differs.
        if wanted.is_some() && end[0] == "failed" && n.is_some() {
            end = ["failed", "io.faultline.amplify.observe.Differs", ""];
        }
        // Without another source of labels, assertions of edits stay active; in even variants all hold.
        let is_tried = world.has("asserts")
            && wanted.is_none()
            && !is_right
            && n.is_some_and(|n| n >= world.number("splits ").unwrap_or(3) && end[0] != "timeout");
        let is_thrown = end[1] == "java.lang.NullPointerException";
        if n == Some(WHOLE) || is_tried && !is_thrown {
            let holds = is_tried && n.is_some_and(|n| n != WHOLE && n.is_multiple_of(2));
            end = ["passed", "", ""];
            // Even assertions hold; one may need the others.
            let word = |n: usize| {
                let odd = n.is_multiple_of(2) == world.has(&format!("needs {n}"));
                if odd && !holds { "fails java.lang.AssertionError:no" } else { "holds" }
            };
            let said: Vec<String> = (0..9).map(|n| format!("{n} {}", word(n))).collect();
            text.push_str(&line(
                [method.as_str(), "passed", "", ""].into_iter().chain(said.iter().map(String::as_str)),
            ));
        } else {
            text.push_str(&line([&method, end[0], end[1], end[2], "1"]));
        }
        rows.push((method, end[0] == "passed", n));
        if end[0] == "timeout" {
            code = 87;
            break;
        }
    }
    let file = OpenOptions::new().append(true).open(asked.one("out"));
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    if let Some(dir) = agent.and_then(|agent| agent.split(['=', ',']).nth(2)) {
        record(Path::new(dir), &rows);
    }
    if written.is_err() { 1 } else { code }
}

/// Passing variants execute the first four lines, failing ones all of them.
fn record(dir: &Path, rows: &[(String, bool, Option<usize>)]) {
    let tests = rows.iter().zip(0..).map(|((method, passes, _), sequence)| {
        let mut coverage = CoverageBuilder::default();
        coverage.class(0, &[if *passes { 0b1111 } else { (1 << LINES) - 1 }]);
        RecordedTest {
            sequence,
            unique_id: format!("{method}({TEST})"),
            class: TEST.to_owned(),
            method: method.clone(),
            display: String::new(),
            outcome: if *passes { Outcome::Passed } else { Outcome::Failed },
            duration_ns: 1,
            overlapped: false,
            failure: None,
            coverage: coverage.to_coverage(),
        }
    });
    let recording = Recording {
        origin: Origin { pid: std::process::id(), ..Origin::default() },
        classes: vec![foo()],
        tests: tests.collect(),
        ..Recording::default()
    };
    fs::create_dir_all(dir).expect("a folder");
    let mut writer =
        Writer::create(&dir.join(format!("{}.flt", std::process::id())), &recording.origin).expect("a file");
    writer.recording(&recording).expect("it can be written");
}

pub fn foo() -> RecordedClass {
    RecordedClass::new(
        0,
        ClassFile {
            name: CLASS.to_owned(),
            source_file: Some("Foo.java".to_owned()),
            hash: FOO_HASH,
            location: String::new(),
            methods: vec![
                RecordedMethod { name: "run".to_owned(), descriptor: "()V".to_owned() },
                RecordedMethod { name: "end".to_owned(), descriptor: "()V".to_owned() },
            ],
            slots: (1..=LINES).map(|line| (u32::from(line > 4), line)).collect(),
        },
    )
}

fn write_down(asked: &Asked) -> i32 {
    let file = PathBuf::from(asked.one("out")).join("org/x/FooTestAmplified.java");
    let text = asked.all("keep").join("\n");
    let mut names = line(["name", "file"]);
    for keep in asked.all("keep") {
        names.push_str(&line([keep.split('\t').nth(3).unwrap_or_default(), &file.to_string_lossy()]));
    }
    let written = file
        .parent()
        .map_or(Ok(()), fs::create_dir_all)
        .and_then(|()| fs::write(&file, text))
        .and_then(|()| fs::write(PathBuf::from(asked.one("scratch")).join("written.tsv"), names));
    i32::from(written.is_err())
}
