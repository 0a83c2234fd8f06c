//! Properties of parsers that hold for every input, used by cargo-fuzz (`fuzz/`) and by the mutations of the binary `parsers`, which
//! needs no nightly toolchain.

mod archives;
mod asked;
mod baseline;
mod class;
mod evidence;
mod files;
mod history;
mod journal;
mod marker;
mod mutate;
mod recording;
mod results;
mod seeds;
mod sources;
mod tables;
mod weave;
mod words;

use std::path::Path;

use faultline_flt::{Layout, read_answers};
use faultline_learned_metrics::{ExtendedModel, Model};

pub use mutate::Mutator;

/// A parser of files that users pass to the program.
#[derive(Clone, Copy, Debug)]
pub struct Parser {
    /// Its name, also that of its fuzz target.
    pub name: &'static str,
    /// Returns whether it accepts an input. Panics: a property fails.
    pub check: fn(&[u8]) -> bool,
    /// Initial inputs.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All parsers.
pub const PARSERS: [Parser; 28] = [
    Parser { name: "recording", check: recording::check, seeds: seeds::recordings },
    Parser { name: "tsv", check: tsv, seeds: seeds::tsv },
    Parser { name: "gzoltar", check: gzoltar, seeds: seeds::gzoltar },
    Parser { name: "answers", check: answers, seeds: seeds::answers },
    Parser { name: "model", check: model, seeds: seeds::models },
    Parser { name: "mutants", check: seeded_faults, seeds: seeds::mutants },
    Parser { name: "follower", check: recording::follows, seeds: seeds::recordings },
    Parser { name: "journal", check: journal::check, seeds: journal::seeds },
    Parser { name: "tables", check: tables::check, seeds: tables::seeds },
    Parser { name: "java", check: sources::java, seeds: sources::java_seeds },
    Parser { name: "kotlin", check: sources::kotlin, seeds: sources::kotlin_seeds },
    Parser { name: "xml", check: sources::xml, seeds: sources::xml_seeds },
    Parser { name: "history", check: history::check, seeds: history::seeds },
    Parser { name: "results", check: results::check, seeds: results::seeds },
    Parser { name: "about", check: results::about, seeds: results::about_seeds },
    Parser { name: "order", check: results::order, seeds: results::order_seeds },
    Parser { name: "marker", check: marker::check, seeds: marker::seeds },
    Parser { name: "template", check: words::template, seeds: words::template_seeds },
    Parser { name: "secrets", check: words::secrets, seeds: words::secret_seeds },
    Parser { name: "rules", check: words::rule, seeds: words::rule_seeds },
    Parser { name: "calls", check: asked::call, seeds: asked::call_seeds },
    Parser { name: "list", check: asked::list, seeds: asked::list_seeds },
    Parser { name: "archive", check: archives::archive, seeds: archives::seeds },
    Parser { name: "picture", check: archives::picture, seeds: archives::picture_seeds },
    Parser { name: "baseline", check: baseline::check, seeds: baseline::seeds },
    Parser { name: "class", check: class::check, seeds: class::seeds },
    Parser { name: "evidence", check: evidence::check, seeds: evidence::seeds },
    Parser { name: "weave", check: weave::check, seeds: weave::seeds },
];

/// The parser of that name. Panics: there is none.
pub fn parser(name: &str) -> Parser {
    *PARSERS.iter().find(|parser| parser.name == name).unwrap_or_else(|| panic!("no parser is named {name}"))
}

fn tsv(data: &[u8]) -> bool {
    files::is_stable(Layout::Tsv, files::TSV, data)
}

fn gzoltar(data: &[u8]) -> bool {
    files::is_stable(Layout::Gzoltar, files::GZOLTAR, data)
}

/// Files of answers: after reading, writing and reading again they are the same.
fn answers(data: &[u8]) -> bool {
    let path = Path::new("fuzz.jsonl");
    let Ok(answers) = read_answers(path, data) else { return false };
    assert!(answers.whole <= data.len());
    let Some(header) = &answers.header else { return false };
    let lines = answers.entries.iter().map(|(_, entry)| entry.line());
    let text: String = std::iter::once(header.line()).chain(lines).collect();
    let again = read_answers(path, text.as_bytes()).expect("what was written can be read");
    assert_eq!(again.header, answers.header);
    assert!(again.entries.iter().map(|(_, entry)| entry).eq(answers.entries.iter().map(|(_, entry)| entry)));
    true
}

/// Model files of both kinds, whose checksums reject nearly all mutations, and weights alone, without checksums: what is read is
/// written and reads the same.
fn model(data: &[u8]) -> bool {
    let path = Path::new("fuzz.json");
    let same = |model: &Model| {
        let again =
            Model::from_bytes(model.to_text().as_bytes(), path).expect("what was written can be read");
        assert_eq!(again, *model);
    };
    let (plain, weights) = (Model::from_bytes(data, path), files::weights(data));
    let extended = ExtendedModel::from_bytes(data, path);
    plain.iter().chain(&weights).for_each(same);
    if let Ok(model) = &extended {
        let text = model.to_text();
        let again = ExtendedModel::from_bytes(text.as_bytes(), path).expect("what was written can be read");
        assert_eq!(again.to_text(), text);
    }
    plain.is_ok() || weights.is_some() || extended.is_ok()
}

/// Files of seeded faults: refused with a line, or accepted without duplicate names.
fn seeded_faults(data: &[u8]) -> bool {
    let lines = data.split(|&byte| byte == b'\n').count();
    match faultline_evaluation::seeded::mutants::parse(data) {
        Ok(sections) => {
            let all = sections.iter().flat_map(|section| &section.mutants);
            let mut ids = std::collections::HashSet::new();
            assert!(all.into_iter().all(|mutant| ids.insert(&mutant.id)), "a name is there twice");
            true
        }
        Err(wrong) => {
            assert!((1..=lines).contains(&wrong.line) && !wrong.reason.is_empty(), "{wrong:?} of {lines}");
            false
        }
    }
}
