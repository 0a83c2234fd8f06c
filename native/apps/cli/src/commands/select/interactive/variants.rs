//! Unlabelled variants of failing tests, for a person to label.

use std::path::{Path, PathBuf};

use faultline_diagnosability::{Answer, Offer, Verdict};
use faultline_messages::failure::Failure;
use faultline_messages::words::counted;
use faultline_recording_store::amplified::folders;
use faultline_recording_store::find::locate;
use faultline_spectrum::{Spectrum, Test};
use faultline_test_amplification::folder::{answer, tables};
use faultline_test_amplification::unlabelled::Unlabelled;
use faultline_test_selection::pool::{Part, Pool};
use faultline_variant_evidence::kept::Kept;
use faultline_variant_evidence::method_of;
use faultline_variant_evidence::words::Label;

/// The results of `faultline amplify` beside recordings.
#[derive(Debug)]
pub struct Variants {
    folder: PathBuf,
    labelled: Vec<Kept>,
    open: Vec<Unlabelled>,
}

impl Variants {
    /// Reads the variants beside recordings. Errors: there are none.
    pub fn beside(inputs: &[PathBuf]) -> Result<Self, Failure> {
        let (files, _) = locate(inputs)?;
        let Some(folder) = folders(&files).into_iter().next() else {
            return Err(Failure::failed(
                "no variants of failing tests lie beside the recording; grow some first: faultline amplify",
            ));
        };
        let (labelled, open) = tables(&folder)?;
        Ok(Self { folder, labelled, open })
    }

    /// The folder of the variants.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The role of a test: labelled variants are known, including those labelled by a person earlier.
    pub fn part(&self, test: &Test) -> Part {
        let is = |class: &str, method: &str| class == test.class && method == method_of(&test.method);
        match self.labelled.iter().find(|kept| is(&kept.class, &kept.method)) {
            Some(kept) if kept.label == Label::Fails => Part::Known(Verdict::Failed),
            Some(_) => Part::Known(Verdict::Passed),
            None if self.open_of(test).is_some() => Part::Candidate,
            None => Part::Other,
        }
    }

    /// Checks that there is a candidate. Errors: nothing is left to ask about.
    pub fn has_any(&self, pool: &Pool) -> Result<(), Failure> {
        if pool.candidates.is_empty() {
            return Err(Failure::failed(format!(
                "nothing is left to ask about: {} of failing tests {} labelled; grow more: faultline amplify --seed 2",
                counted(self.labelled.len(), "variant"),
                if self.labelled.len() == 1 { "is" } else { "are" }
            )));
        }
        Ok(())
    }

    /// Describes a variant and its result.
    pub fn about(&self, test: &Test) -> Option<String> {
        let one = self.open_of(test)?;
        let lines = match one.lines.split_once(' ') {
            None if one.lines.is_empty() => String::new(),
            None => format!(" (line {})", one.lines),
            Some(_) => format!(" (lines {})", one.lines.replace(' ', ", ")),
        };
        Some(format!("the failing test with this edit: {}{lines}; {}; is that right?", one.edits, one.ended))
    }

    /// Stores answers beside the variants and returns a summary sentence. Errors: they cannot be written.
    pub fn keep(&self, spectrum: &Spectrum, answers: &[(Offer, Answer)]) -> Result<String, Failure> {
        let mut told: Vec<(&Unlabelled, Label)> = Vec::new();
        for (offer, answer) in answers {
            let label = match answer {
                Answer::Passed => Label::Passes,
                Answer::Failed => Label::Fails,
                Answer::Skipped => continue,
            };
            let Some(one) = self.open_of(&spectrum.tests[offer.test.index()]) else { continue };
            // A variant that ran several times fails if any of its runs fails.
            match told.iter_mut().find(|(known, _)| *known == one) {
                Some((_, known)) => *known = (*known).max(label),
                None => told.push((one, label)),
            }
        }
        if told.is_empty() {
            return Ok("No variant was labelled.".to_owned());
        }
        answer(&self.folder, &told)?;
        Ok(format!("{} labelled; next: faultline rank", counted(told.len(), "variant")))
    }

    fn open_of(&self, test: &Test) -> Option<&Unlabelled> {
        self.open.iter().find(|one| one.class == test.class && one.method == method_of(&test.method))
    }
}
