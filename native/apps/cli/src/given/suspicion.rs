//! Options for the failures to explain and the ranking.

use std::path::PathBuf;

use clap::Args;
use faultline_fault_ranking::question::Question;
use faultline_messages::failure::Failure;
use faultline_recording_store::reading::Reading;

use crate::given::ranking::spec;

/// Options of all commands that rank suspects by themselves.
#[derive(Args, Debug)]
pub struct Suspicion {
    /// Recordings: .flt files or folders of them [default: the nearest .faultline, here or above].
    #[arg(value_name = "DIR|FILE")]
    pub inputs: Vec<PathBuf>,

    /// Explain only this failing test: `Class#method`, `Class::method` or its unique id.
    ///
    /// `Class#method[2]` is one invocation of a parameterised test. The name that the framework shows,
    /// a class, and patterns with `*` and `?` also work. May be repeated. The package may be omitted
    /// if the class name is unambiguous.
    #[arg(short, long, value_name = "TEST")]
    pub failing: Vec<String>,

    /// Formula and its factors; `faultline formulas` lists them [default: evidence, with
    /// +mutants and +amplified if results of mutants and of variants of failing tests are beside
    /// the recordings].
    #[arg(short, long, value_name = "NAME[+PART]...")]
    pub ranking: Option<String>,
}

impl Suspicion {
    /// Builds the question, about methods. Errors: the ranking is unknown.
    pub fn question(&self, reading: impl Into<Reading>) -> Result<Question<'_>, Failure> {
        let spec = self.ranking.as_deref().map(spec).transpose()?;
        Ok(Question { spec, reading: reading.into(), ..Question::new(&self.inputs, &self.failing) })
    }
}
