//! Compiles with the Kotlin compiler of the build, in a JVM: functions are inserted into a copy of a file,
//! and those that compile are kept.

use std::path::{Path, PathBuf};

use faultline_files::{limits, put, regular};
use faultline_flt::line;
use faultline_jvm_process::process::wishes::Wishes;
use faultline_jvm_process::tools::entries::{class_file, joined};
use faultline_jvm_process::tools::kotlin::{Compiler, Version};
use faultline_messages::failure::Failure;
use faultline_spectrum::ClassName;

use super::classes::module_name;
use crate::clock::Clock;
use crate::errand::{Answer, Errand, LATE, unreadable};
use crate::folder::unwritable;
use crate::plan::{Plan, Unit};
use crate::tools::Tools;
use faultline_variant_evidence::tables::Table;

/// The class whose `main` compiles.
const COMPILE: &str = "io.faultline.amplify.grow.CompileKotlin";

/// A compilation request.
#[derive(Clone, Debug, Default)]
pub struct Job {
    /// Copies of the file in pieces, in order of preference.
    pub copies: Vec<Vec<String>>,
    /// Functions to insert between the pieces.
    pub functions: Vec<Function>,
    /// Number of requested edits of each test, by index.
    pub wanted: Vec<usize>,
    /// Other files that must compile with it.
    pub beside: Vec<PathBuf>,
}

/// A function to insert into a copy.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its number.
    pub n: usize,
    /// Index of its test.
    pub of: usize,
    /// Index of the piece that it follows.
    pub place: usize,
    /// The numbers of its edits; empty for a function that is requested regardless of others.
    pub edits: Vec<usize>,
    /// Its source text.
    pub text: String,
}

/// The result of a compilation.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// Numbers of the functions that compile together, and the number of those that did not.
    Kept(Vec<usize>, usize),
    /// Nothing compiled, with the reason as a sentence.
    Nothing(String),
    /// A signal asked to stop.
    Stopped,
}

/// Compiles into the folder `classes` in `folder`. Errors: the JVM does not start, or does not complete the
/// request.
pub fn compile(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    job: &Job,
    (file, folder): (&str, &Path),
    clock: Clock,
    (wishes, now): (&mut Wishes, &mut dyn FnMut()),
) -> Result<Compiled, Failure> {
    let site = &plan.sites[unit.site];
    let entries: Vec<PathBuf> = site.entries().collect();
    let library = Version::of_library(entries.iter().map(PathBuf::as_path));
    let compiler = match tools.kotlin.clone().map_or_else(|| Compiler::find(&entries), Ok) {
        Ok(compiler) => compiler,
        Err(why) => return Ok(Compiled::Nothing(why.to_string())),
    };
    let request = folder.join("compile.tsv");
    let mut arguments = arguments((plan, unit), tools, (&compiler, library), folder);
    arguments.extend(job.beside.iter().map(|file| file.display().to_string()));
    let text = request_text(&compiler, &arguments, job, (file, folder), clock);
    put(&request, text).map_err(|error| unwritable(folder, &error))?;
    let errand = Errand {
        main: COMPILE,
        arguments: &[&request],
        log: &folder.join("compile.log"),
        until: clock.end(),
        doing: "compiling tests of",
    };
    Ok(match errand.run((plan, unit), tools, (wishes, now))? {
        Answer::Stopped => Compiled::Stopped,
        Answer::Late => Compiled::Nothing(LATE.to_owned()),
        Answer::Nothing(why) => Compiled::Nothing(why),
        Answer::Done => {
            let (kept, left) = kept(folder).map_err(|why| unreadable("compiled of", unit, &why))?;
            Compiled::Kept(kept, left)
        }
    })
}

fn kept(folder: &Path) -> Result<(Vec<usize>, usize), String> {
    let read = |name: &str| {
        regular::read_to_string(&folder.join(name), limits::RESULTS)
            .map_err(|error| format!("{name}: {error}"))
    };
    let numbers = Table::read(&read("kept.tsv")?, &["n"])?.rows().filter_map(|row| row.number("n")).collect();
    let counted = Table::read(&read("compiled.tsv")?, &["what", "value"])?;
    let left =
        counted.rows().find(|row| row.get("what") == "did not compile").and_then(|row| row.number("value"));
    Ok((numbers, left.unwrap_or(0)))
}

/// The compiler's arguments, like those of the project's tests as far as known.
fn arguments(
    (plan, unit): (&Plan, &Unit),
    tools: &Tools,
    (compiler, library): (&Compiler, Option<Version>),
    folder: &Path,
) -> Vec<String> {
    let site = &plan.sites[unit.site];
    let mut entries: Vec<PathBuf> = site.entries().filter(|entry| entry.exists()).collect();
    entries.extend(site.launch.launcher.iter().map(PathBuf::from));
    let friends: Vec<String> =
        entries.iter().filter(|entry| entry.is_dir()).map(|entry| entry.display().to_string()).collect();
    entries.push(tools.run.clone());
    let target = if unit.release <= 8 { "1.8".to_owned() } else { unit.release.to_string() };
    let mut all: Vec<String> =
        ["-no-stdlib", "-no-reflect", "-nowarn", "-java-parameters"].map(str::to_owned).into();
    let mut option = |name: &str, value: String| all.extend([name.to_owned(), value]);
    option("-cp", joined(&entries));
    option("-d", folder.join("classes").display().to_string());
    option("-jvm-target", target);
    // The language version must not exceed that of the library, even if a newer compiler treats old versions
    // slightly differently.
    if let (Some(compiler), Some(library)) = (compiler.version, library)
        && compiler.language > library.language
    {
        let language = format!("{}.{}", library.language.0, library.language.1);
        option("-language-version", language.clone());
        option("-api-version", language);
    }
    let compiled = class_file(ClassName(&unit.class).outermost());
    let own = entries.iter().find(|entry| entry.join(&compiled).is_file());
    if let Some(name) = own.and_then(|folder| module_name(folder)) {
        option("-module-name", name);
    }
    // Tests can access internal members of the main classes.
    all.push(format!("-Xfriend-paths={}", friends.join(",")));
    all
}

fn request_text(
    compiler: &Compiler,
    arguments: &[String],
    job: &Job,
    (file, folder): (&str, &Path),
    clock: Clock,
) -> String {
    let mut text = String::new();
    let mut say = |key: &str, values: &[&str]| {
        text.push_str(&line([key].into_iter().chain(values.iter().copied())));
    };
    for jar in &compiler.jars {
        say("compiler", &[&jar.to_string_lossy()]);
    }
    for argument in arguments {
        say("argument", &[argument]);
    }
    for pieces in &job.copies {
        say("pieces", &pieces.iter().map(String::as_str).collect::<Vec<_>>());
    }
    for (of, count) in job.wanted.iter().enumerate() {
        say("wanted", &[&of.to_string(), &count.to_string()]);
    }
    for Function { n, of, place, edits, text } in &job.functions {
        let edits: Vec<String> = edits.iter().map(ToString::to_string).collect();
        say("function", &[&n.to_string(), &of.to_string(), &place.to_string(), &edits.join(" "), text]);
    }
    say("file", &[&folder.join("source").join(file).to_string_lossy()]);
    say("out", &[&folder.to_string_lossy()]);
    say("deadline-ms", &[&clock.left().as_millis().to_string()]);
    text
}
