//! An artificial project: its recording, and a stub for the JVMs that run its tests on mutants.
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(missing_docs, reason = "a test's own tools")]

pub mod stub;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use faultline_flt::Writer;
use faultline_spectrum::{
    ClassFile, CoverageBuilder, Failure, Launch, Origin, Outcome, RecordedClass, RecordedMethod,
    RecordedTest, Recording,
};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// Number of failing and of passing tests.
pub const FAILING: u32 = 2;
pub const PASSING: u32 = 9;
/// Number of lines in each of the two classes.
pub const LINES: u32 = 8;

/// A temporary folder with a recording in `.faultline`.
pub struct Project(pub PathBuf);

impl Project {
    /// Creates a project whose stubs behave as these lines say (see [`stub`]).
    pub fn new(world: &str) -> Self {
        let name =
            format!("faultline-mutate-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let project = Self(std::env::temp_dir().join(name));
        fs::create_dir_all(project.path(".faultline")).expect("a folder");
        fs::create_dir_all(project.path("started")).expect("a folder");
        fs::write(project.path("world"), world).expect("a file");
        for jar in ["faultline-mutants.jar", "faultline-mutants-boot.jar"] {
            fs::write(project.path(jar), "").expect("a file");
        }
        // The module path starts with the test program, which varies.
        let (_, stub) = concat!(module_path!(), "::stub::works").split_once("::").expect("a module");
        let script = format!(
            "#!/bin/sh\nfor a; do case $a in -javaagent:*) s=${{a#*=}};; esac; done\n\
             STUB_SETTINGS=$s STUB_WORLD='{}' exec '{}' --exact {stub} --ignored --nocapture\n",
            project.0.display(),
            std::env::current_exe().expect("this program").display()
        );
        let java = project.path("java");
        fs::write(&java, script).expect("a file");
        fs::set_permissions(&java, fs::Permissions::from_mode(0o755)).expect("it can be run");
        let recording = project.recording();
        let mut writer =
            Writer::create(&project.path(".faultline/1.flt"), &recording.origin).expect("a new file");
        writer.recording(&recording).expect("it can be written");
        project
    }

    pub fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    pub fn jar(&self) -> PathBuf {
        self.path("faultline-mutants.jar")
    }

    /// Applies the duration that the world gives to a test.
    fn timed(&self, mut test: RecordedTest) -> RecordedTest {
        let world = fs::read_to_string(self.path("world")).expect("a file");
        let took = format!("took {} ", test.sequence + 1);
        if let Some(ms) = world.lines().find_map(|line| line.strip_prefix(&took)) {
            test.duration_ns = ms.parse::<u64>().expect("a number") * 1_000_000;
        }
        test
    }

    /// Whether the world says that the second class is less suspicious than the first.
    fn is_apart(&self) -> bool {
        fs::read_to_string(self.path("world")).expect("a file").lines().any(|line| line == "apart")
    }

    /// Number of stubs started.
    pub fn starts(&self) -> usize {
        fs::read_dir(self.path("started")).expect("a folder").count()
    }

    pub fn recording(&self) -> Recording {
        let classes = ["org.x.Foo", "org.x.Bar"];
        let class = |(id, name): (u32, &str)| {
            RecordedClass::new(
                id,
                ClassFile {
                    name: name.to_owned(),
                    source_file: Some(format!("{}.java", &name[6..])),
                    hash: u64::from(id) + 77,
                    location: String::new(),
                    methods: vec![RecordedMethod { name: "run".to_owned(), descriptor: "()V".to_owned() }],
                    slots: (1..=LINES).map(|line| (0, line)).collect(),
                },
            )
        };
        Recording {
            origin: Origin { started_ns: 1, nonce: 2, pid: 3, description: "made up".to_owned() },
            classes: (0..).zip(classes).map(class).collect(),
            tests: (0..FAILING + PASSING)
                .map(|sequence| self.timed(test(sequence, self.is_apart())))
                .collect(),
            launch: Some(Launch {
                java: self.path("java").display().to_string(),
                folder: self.0.display().to_string(),
                class_path: self.0.display().to_string(),
                ..Launch::default()
            }),
            sealed: true,
            ..Recording::default()
        }
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A recorded test. The first ones fail; each test class has four tests. Failing tests cover all lines,
/// others all but one, if the classes are not `apart` also of the second class.
fn test(sequence: u32, apart: bool) -> RecordedTest {
    let class = format!("org.x.Case{}Test", sequence / 4);
    let is_failing = sequence < FAILING;
    let mut coverage = CoverageBuilder::default();
    let all = (1_u64 << LINES) - 1;
    let words = if is_failing { all } else { all & !(1 << (sequence % LINES)) };
    coverage.class(0, &[words]);
    coverage.class(1, &[if apart { all } else { words }]);
    RecordedTest {
        sequence,
        unique_id: format!("t{sequence}({class})"),
        class,
        method: format!("t{sequence}"),
        outcome: if is_failing { Outcome::Failed } else { Outcome::Passed },
        duration_ns: 50_000,
        display: String::new(),
        overlapped: false,
        failure: is_failing
            .then(|| Failure { exception: "java.lang.Error".to_owned(), ..Failure::default() }),
        coverage: coverage.to_coverage(),
    }
}

/// A class file whose only method, `void run()`, has these lines; the bytes of its code differ by number.
pub fn class_file(source: &str, lines: &[u16], code: u8) -> Vec<u8> {
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, 7];
    for text in ["run", "()V", "Code", "LineNumberTable", "SourceFile", source] {
        file.extend([1, 0, text.len() as u8]);
        file.extend(text.as_bytes());
    }
    // Flags, class, superclass; no interface and no field; a method with one attribute.
    file.extend([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 2, 0, 1, 0, 3]);
    let table: Vec<u8> = lines.iter().flat_map(|line| [0, *line]).flat_map(u16::to_be_bytes).collect();
    file.extend((21 + table.len() as u32).to_be_bytes());
    file.extend([0, 1, 0, 1, 0, 0, 0, 1, code, 0, 0, 0, 1, 0, 4]);
    file.extend((2 + table.len() as u32).to_be_bytes());
    file.extend((lines.len() as u16).to_be_bytes());
    file.extend(table);
    file.extend([0, 1, 0, 5, 0, 0, 0, 2, 0, 6]);
    file
}

/// The contents of the results files in a folder, by name.
pub fn results(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "flt"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a file"))
        })
        .collect();
    files.sort();
    files
}
