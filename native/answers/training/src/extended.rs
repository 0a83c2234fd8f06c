//! Learns the extended metric, one fault at a time.

use faultline_learned_metrics::{ExtendedModel, ExtendedOptions, ExtendedTrainer};
use faultline_messages::failure::Failure;
use faultline_messages::progress::{Progress, bar};
use faultline_messages::words::{counted, printable};

use crate::course::{Course, training_fault};
use crate::stop::Stop;

/// Learns from the given lessons until stopped; `None` if no fault was learned from.
pub fn learned(
    course: &Course,
    lessons: &[usize],
    date: String,
    stop: &Stop,
) -> Result<Option<ExtendedModel>, Failure> {
    let failed = |error: faultline_learned_metrics::RlfdcError| Failure::failed(error.to_string());
    let mut trainer =
        ExtendedTrainer::new(&ExtendedOptions { date, ..ExtendedOptions::default() }).map_err(failed)?;
    let progress = Progress::start("learning");
    for (done, &lesson) in lessons.iter().enumerate() {
        if stop.is_asked() {
            if done == 0 {
                return Ok(None);
            }
            break;
        }
        let fault = course.fault(lesson);
        let of = format!("{} {}", counted(lessons.len(), "fault"), printable(&fault.name));
        progress.now(bar("learning", done, &of, lessons.len()));
        trainer.learn(&training_fault(&fault)).map_err(failed)?;
    }
    trainer.model().map(Some).map_err(failed)
}
