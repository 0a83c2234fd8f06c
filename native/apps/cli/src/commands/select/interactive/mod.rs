//! `faultline select --interactive`: offers tests one at a time and asks for their labels.

mod page;
pub mod summary;
mod talk;
mod variants;

use std::path::Path;
use std::process::ExitCode;

use faultline_diagnosability::{Answer, Effect, Labelling, Offer};
use faultline_flt::{AnswersEntry, EXTENSION, record_spectrum};
use faultline_messages::failure::Failure;
use faultline_messages::words::{printable, shell_word};
use faultline_recording_store::write::write;
use faultline_spectrum::{Outcome, TestId};
use faultline_test_selection::asked::kept::Kept;
use faultline_test_selection::asked::place::Places;
use faultline_test_selection::asked::ranking::{Ranking, Tally, tests};
use faultline_test_selection::asked::start::Start;
use faultline_test_selection::pool;
use faultline_test_selection::question::Question;
use faultline_test_selection::standing::Judge;

use crate::given::page::PageOptions;
use crate::given::source;
use crate::notes;
use faultline_terminal::color::ColorChoice;
use faultline_terminal::terminal::{self, Terminal};

use self::page::{MORE, PROMPT, Page, TOP, help};
use self::summary::Summary;
use self::talk::{Command, Talk};
use self::variants::Variants;
use super::options::SelectOptions;

/// Offers tests until none is left or the user quits, then prints a summary.
/// Errors: as [`super::select`]; answers cannot be stored, or the answers file has other content.
pub fn interactive(options: &SelectOptions) -> Result<ExitCode, Failure> {
    let question = Question::of(options.request())?;
    if question.is_near() {
        return Err(Failure::misuse(format!(
            "--metric {} ignores answers; omit --interactive or choose another metric",
            options.metric
        )));
    }
    if let Some(out) = options.talk.out.as_ref().filter(|out| out.extension().is_none_or(|e| e != EXTENSION))
    {
        return Err(Failure::misuse(format!(
            "--out {} is not the name of a recording; end it in .{EXTENSION}",
            out.display()
        )));
    }
    source::check(&options.talk.source)?;
    let variants = if options.talk.variants { Some(Variants::beside(&options.inputs)?) } else { None };
    let mut asked = options.asked();
    asked.pool = variants.as_ref().map(Variants::folder).or(asked.pool);
    let (mut loaded, mut pool) = pool::load(&asked)?;
    if let Some(variants) = &variants {
        pool.narrow(&loaded.spectrum, |test| variants.part(test));
        variants.has_any(&pool)?;
    }
    let mut start = Start::of(&question, &mut loaded, pool)?;
    let mut notes = std::mem::take(&mut start.notes);
    let mut labelling = start.labelling()?;
    let kept = match &options.talk.answers {
        None => None,
        Some(path) => {
            let (kept, note) = Kept::open(path, &start.header(), &start.spectrum, &mut labelling)?;
            notes.extend(note);
            Some(kept)
        }
    };
    notes::tell_all(&notes);
    let judge = Judge::new(&start.spectrum, question.ranking(), options.ties.into());
    let folder = options.pool.as_deref().filter(|path| path.is_dir());
    let bases: Vec<&Path> = std::iter::once(loaded.base.as_path()).chain(folder).collect();
    let mut dialogue = Dialogue {
        start: &start,
        page: Page::new(&start, terminal_of(options)),
        judge: &judge,
        places: Places::new(&options.talk.source, &bases),
        talk: Talk::new(options.json),
        variants: variants.as_ref(),
        labelling,
        kept,
    };
    dialogue.run()?;
    let Dialogue { labelling, kept, talk, .. } = dialogue;
    if let Some(variants) = &variants {
        let said = variants.keep(&start.spectrum, labelling.answers())?;
        talk.say(&[said])?;
    }
    if let Some(out) = &options.talk.out {
        write_labelled(&start, &labelling, out)?;
    }
    if options.json {
        let summary = Summary {
            start: &start,
            labelling: &labelling,
            judge: &judge,
            ranking: question.ranking(),
            ties: options.ties.into(),
            kept: kept.as_ref().map(Kept::path),
            out: options.talk.out.as_deref(),
            notes: &notes,
        };
        terminal::print(&summary.render()?)?;
    } else if let Some(out) = &options.talk.out {
        let name = shell_word(&out.display().to_string());
        let out = printable(&out.display().to_string());
        talk.say(&[format!("Wrote {out}; next: faultline rank {name}")])?;
    }
    Ok(ExitCode::SUCCESS)
}

/// If standard output is JSON, standard error gets no colours by default, because only standard output was
/// checked for a terminal.
fn terminal_of(options: &SelectOptions) -> Terminal {
    let color = match options.page.color {
        ColorChoice::Auto if options.json => ColorChoice::Never,
        color => color,
    };
    PageOptions { color, ..options.page }.terminal()
}

struct Dialogue<'a> {
    start: &'a Start,
    page: Page<'a>,
    judge: &'a Judge<'a>,
    places: Places,
    talk: Talk,
    variants: Option<&'a Variants>,
    labelling: Labelling<'a>,
    kept: Option<Kept>,
}

impl Dialogue<'_> {
    /// Runs the whole dialogue.
    fn run(&mut self) -> Result<(), Failure> {
        let first = Ranking::of(self.judge, self.start, &[]);
        self.talk.say(&self.page.opening(Tally::of(&self.labelling)))?;
        let mut ranking = self.ranking();
        self.talk.say(&self.page.moves(&ranking, &first, TOP))?;
        loop {
            let offer = self.labelling.offer();
            match offer {
                Some(offer) => self.show(offer)?,
                None => self.talk.say(&[String::new(), "Every candidate has an answer.".to_owned()])?,
            }
            let Some(offer) = self.command(offer, &ranking)? else { break };
            let after = self.ranking();
            self.talk.say(&offer)?;
            self.talk.say(&self.page.moves(&after, &ranking, TOP))?;
            ranking = after;
        }
        let left = self.labelling.open().count();
        self.talk.say(&self.page.closing(Tally::of(&self.labelling), left))?;
        self.talk.say(&self.page.moves(&ranking, &first, TOP))?;
        match &self.kept {
            Some(kept) => self.talk.say(&self.page.prose(&format!(
                "The answers are in {}; the same command continues from there.",
                kept.path().display()
            ))),
            None => Ok(()),
        }
    }

    fn show(&mut self, offer: Offer) -> Result<(), Failure> {
        let (failed, passed) = tests(self.start, self.labelling.answers());
        let effect = Effect::of(&self.start.spectrum, &failed, &passed, offer.test);
        let test = &self.start.spectrum.tests[offer.test.index()];
        let source = self.places.of(test);
        let at = self.labelling.answers().len() + 1;
        let about = self.variants.and_then(|variants| variants.about(test));
        self.talk.say(&self.page.offer(at, offer, &effect, (source.as_deref(), about.as_deref())))
    }

    /// Prompts until the state changes and returns the text to print; `None` on quit or end of input.
    fn command(&mut self, offer: Option<Offer>, ranking: &Ranking) -> Result<Option<Vec<String>>, Failure> {
        loop {
            let Some(typed) = self.talk.ask(PROMPT)? else { return Ok(None) };
            match (Command::of(&typed), offer) {
                (Some(Command::Quit), _) => return Ok(None),
                (Some(Command::Answer(answer)), Some(offer)) => {
                    self.keep(&entry(self.start, offer.test, answer))?;
                    self.labelling.answer(offer.test, answer);
                    return Ok(Some(Vec::new()));
                }
                (Some(Command::Answer(_)), None) => {
                    self.talk.say(&[
                        "   nothing is left to label: u undoes the last answer, q quits".to_owned()
                    ])?;
                }
                (Some(Command::Undo), _) if self.labelling.answers().is_empty() => {
                    self.talk.say(&["   there is no answer to take back".to_owned()])?;
                }
                (Some(Command::Undo), _) => {
                    self.keep(&AnswersEntry::Undo)?;
                    let taken = self.labelling.undo();
                    return Ok(taken.map(|(offer, answer)| self.page.taken_back(offer, answer)));
                }
                (Some(Command::Ranking), _) => self.talk.say(&self.page.moves(ranking, ranking, MORE))?,
                (Some(Command::Help), _) => self.talk.say(&help())?,
                (None, _) => self.talk.say(&["   unknown command; type ? for help".to_owned()])?,
            }
        }
    }

    fn ranking(&self) -> Ranking {
        Ranking::of(self.judge, self.start, self.labelling.answers())
    }

    /// Store the answer before showing it as answered.
    fn keep(&mut self, entry: &AnswersEntry) -> Result<(), Failure> {
        self.kept.as_mut().map_or(Ok(()), |kept| kept.keep(entry))
    }
}

fn entry(start: &Start, test: TestId, answer: Answer) -> AnswersEntry {
    let id = start.spectrum.tests[test.index()].unique_id.clone();
    AnswersEntry::Answer { row: test.0, test: id, answer: outcome(answer) }
}

fn outcome(answer: Answer) -> Outcome {
    match answer {
        Answer::Passed => Outcome::Passed,
        Answer::Failed => Outcome::Failed,
        Answer::Skipped => Outcome::Skipped,
    }
}

/// Writes a recording of all tests with the labelled outcomes; unlabelled tests of an unlabelled pool count
/// as skipped.
fn write_labelled(start: &Start, labelling: &Labelling<'_>, out: &Path) -> Result<(), Failure> {
    let mut spectrum = start.spectrum.clone();
    for &(offer, answer) in labelling.answers() {
        let test = &mut spectrum.tests[offer.test.index()];
        test.outcome = outcome(answer);
        if answer != Answer::Failed {
            test.failure = None;
        }
    }
    let recording = record_spectrum(&spectrum, "labelled by faultline select");
    write(out, &recording)
        .map_err(|error| Failure::failed(format!("writing {} failed: {error}", out.display())))
}
