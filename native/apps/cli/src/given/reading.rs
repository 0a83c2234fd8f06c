//! Options for reading recordings: what belongs to a test besides the code between its start and its end, and
//! which executions of a test become rows.

use clap::{Args, ValueEnum};
use faultline_recording_store::memory::Memory;
use faultline_recording_store::reading::Reading;
use faultline_spectrum::{FixturePolicy, FlakyPolicy, InitialiserPolicy, Policies};

/// Which rows commands that read recordings see.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Reading recordings")]
pub struct RowOptions {
    /// Which tests are charged with the lines of static initialisers.
    ///
    /// Static initialisers also create enum constants and Kotlin objects.
    #[arg(long, value_enum, default_value = "all", value_name = "WHOSE")]
    pub initialisers: Initialisers,

    /// Which tests are charged with the lines of class fixtures, such as `@BeforeAll`.
    #[arg(long, value_enum, default_value = "all", value_name = "WHOSE")]
    pub fixtures: Fixtures,

    /// Which executions of a test count if it ran several times (reruns).
    #[arg(long, value_enum, default_value = "each", value_name = "WHICH")]
    pub flaky: Flaky,

    /// Which tests are charged with the lines of JVMs that a test or a build task started.
    #[arg(long, value_enum, default_value = "exclude", value_name = "WHOSE")]
    pub started_jvms: StartedJvms,
}

/// Which rows commands see, and how much memory these may take.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Reading recordings")]
pub struct ReadingOptions {
    #[command(flatten)]
    pub rows: RowOptions,

    /// Twice the memory that rows of recordings may take, such as 512M or 4G.
    ///
    /// The other half is for what is computed from rows. The default is a quarter of the memory of the machine or the
    /// container (on macOS and Windows 1G). Rows that have no room go to a temporary file (in TMPDIR); results are the same,
    /// and a note says so.
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Memory>,
}

/// The least memory that is accepted, for lines and names. Units: bytes.
const LEAST: u64 = 16 << 20;

/// Parses a size: `512M`, `4G`.
fn memory(text: &str) -> Result<Memory, String> {
    let sizes = [("K", 10), ("M", 20), ("G", 30), ("T", 40)];
    let upper = text.trim().to_ascii_uppercase();
    let parse = |(unit, shift): (&str, u32)| {
        let number: u64 = upper.strip_suffix(unit)?.parse().ok()?;
        number.checked_mul(1 << shift).filter(|&bytes| bytes >= LEAST)
    };
    let bytes = sizes.into_iter().find_map(parse);
    bytes.map(Memory::of).ok_or_else(|| "a size is a number of at least 16M with a unit: 512M, 4G".to_owned())
}

/// Which tests are charged with the lines of static initialisers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Initialisers {
    /// Every test that touches the class.
    #[default]
    All,
    /// The first such test in each JVM.
    First,
    /// No test.
    Exclude,
}

/// Which tests are charged with the lines of class fixtures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Fixtures {
    /// Every test that the fixture ran for.
    #[default]
    All,
    /// No test.
    Exclude,
}

/// Which executions of a test count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Flaky {
    /// All: a test that failed and then passed counts as both.
    #[default]
    Each,
    /// The last one.
    Last,
    /// The last one; a test that both failed and passed does not count.
    Exclude,
}

/// Which tests are charged with the lines of JVMs that a test or a task started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum StartedJvms {
    /// The test that started the JVM, unless a fixture started it.
    Test,
    /// Of the tests that a program of a Gradle task or Maven plugin runs, beside those of the test JVMs.
    Rows,
    /// No test's; rows where only such a program runs tests.
    #[default]
    Exclude,
}

impl From<ReadingOptions> for Reading {
    fn from(options: ReadingOptions) -> Self {
        Self { memory: options.memory.unwrap_or_default(), ..options.rows.into() }
    }
}

impl From<RowOptions> for Reading {
    fn from(options: RowOptions) -> Self {
        let policies = Policies {
            initialisers: match options.initialisers {
                Initialisers::All => InitialiserPolicy::All,
                Initialisers::First => InitialiserPolicy::First,
                Initialisers::Exclude => InitialiserPolicy::Exclude,
            },
            fixtures: match options.fixtures {
                Fixtures::All => FixturePolicy::All,
                Fixtures::Exclude => FixturePolicy::Exclude,
            },
        };
        let executions = match options.flaky {
            Flaky::Each => FlakyPolicy::Each,
            Flaky::Last => FlakyPolicy::Last,
            Flaky::Exclude => FlakyPolicy::Exclude,
        };
        Self {
            policies,
            executions,
            with_started: options.started_jvms == StartedJvms::Test,
            with_programs: options.started_jvms == StartedJvms::Rows,
            without_carried: false,
            memory: Memory::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_a_number_with_a_unit() {
        assert_eq!(memory("512M"), Ok(Memory::of(512 << 20)));
        assert_eq!(memory(" 4g "), Ok(Memory::of(4 << 30)));
        assert_eq!(memory("16384K"), Ok(Memory::of(16 << 20)));
        for wrong in
            ["", "512", "M", "15M", "0G", "-1G", "1.5G", "512MB", "99999999999999999999M", "99999999T"]
        {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }
}
