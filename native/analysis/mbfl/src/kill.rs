//! Definitions of killing a mutant.

use faultline_spectrum::Verdict;

/// The change of a test's result that counts as a kill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kill {
    /// Any change: outcome, type, message or stack trace. Source: Papadakis, Le Traon, Metallaxis-FL, STVR 2015.
    #[default]
    Any,
    /// Outcome, or type or message of the exception.
    Message,
    /// Outcome, or type of the exception.
    Type,
    /// Outcome. Source: Moon et al., Ask the mutants, ICST 2014.
    Outcome,
}

impl Kill {
    /// Every definition, the widest first.
    pub const ALL: [Self; 4] = [Self::Any, Self::Message, Self::Type, Self::Outcome];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Message => "message",
            Self::Type => "type",
            Self::Outcome => "outcome",
        }
    }

    /// Whether a verdict is a kill.
    pub fn is(self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Same => false,
            Verdict::Passes | Verdict::Fails | Verdict::Aborts => true,
            Verdict::Type => matches!(self, Self::Any | Self::Message | Self::Type),
            Verdict::Message => matches!(self, Self::Any | Self::Message),
            Verdict::Trace => self == Self::Any,
        }
    }
}
