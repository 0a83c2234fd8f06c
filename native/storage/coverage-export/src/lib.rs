//! Aggregated line coverage of all tests, in the formats of build servers and editors.
//!
//! [`Covered`] is the common model, which each format writes. Source: JaCoCo's `report.dtd` 1.1, lcov's
//! `geninfo(1)`, Cobertura's `coverage-04.dtd`.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod cobertura;
mod covered;
mod jacoco;
mod lcov;
mod xml;

pub use covered::Covered;

/// A format of aggregated coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `JaCoCo`'s XML report.
    Jacoco,
    /// lcov's tracefile.
    Lcov,
    /// Cobertura's XML report.
    Cobertura,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Jacoco, Self::Lcov, Self::Cobertura];

    /// The file name that build servers expect.
    pub fn file_name(self) -> &'static str {
        match self {
            Self::Jacoco => "jacoco.xml",
            Self::Lcov => "lcov.info",
            Self::Cobertura => "cobertura.xml",
        }
    }

    /// Whether a file was written by [`Format::write`].
    pub fn is_ours(self, file: &[u8]) -> bool {
        let of_xml = |doctype: &str| {
            let start = format!("<!DOCTYPE {doctype}>\n<!--{}-->", xml::MARK);
            let (line, rest) =
                file.split_at(file.iter().position(|&byte| byte == b'\n').unwrap_or(file.len()));
            line.starts_with(b"<?xml ") && rest[rest.len().min(1)..].starts_with(start.as_bytes())
        };
        match self {
            Self::Jacoco => of_xml(jacoco::DOCTYPE),
            Self::Lcov => file.starts_with(lcov::MARK.as_bytes()),
            Self::Cobertura => of_xml(cobertura::DOCTYPE),
        }
    }

    /// Formats the whole file. `name` is the covered project, `millis` the time since 1970. Cost: O(elements
    /// + length of names).
    pub fn write(self, covered: &Covered, name: &str, millis: u128) -> String {
        match self {
            Self::Jacoco => jacoco::write(covered, name),
            Self::Lcov => lcov::write(covered),
            Self::Cobertura => cobertura::write(covered, millis),
        }
    }
}
