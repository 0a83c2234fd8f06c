//! Every metric by name.

use faultline_sbfl::nearest_names;

use crate::any::AnyMetric;
use crate::metrics::{
    Add, Cover, Ddu, Eap, EapSplit, EntBug, Fdg, Flint, Prox, Rapter, S3, ScaledCover, ScaledSplit, Split,
    SplitCover, TfD, Total,
};
use crate::{Better, DiagnosabilityError};

/// A row of the registry.
pub struct MetricEntry {
    /// Name.
    pub name: &'static str,
    /// A short description.
    pub summary: &'static str,
    /// Its parameters with their default values, in the form they have after the name; empty without parameters.
    pub parameters: &'static str,
    /// The publication.
    pub source: &'static str,
    make: fn(&Parameters<'_>) -> Result<AnyMetric, DiagnosabilityError>,
}

/// Every metric, in display order.
#[rustfmt::skip]
pub static METRICS: &[MetricEntry] = &[
    row("eap", "expected average precision of the ranking after the test", "q=0.5,s=0.1", "Faultline", |p| Ok(AnyMetric::new(Eap { q: p.open_unit("q", 0.5)?, s: p.unit("s", 0.1)? }))),
    row("eap-split", "eap, early on with the splitting of what is equally suspicious", "weight=0.15,tests=10", "Faultline", |p| Ok(AnyMetric::new(EapSplit { weight: p.unit("weight", 0.15)?, tests: p.tests("tests", 10)? }))),
    row("fdg", "weighted ambiguity and coverage; uses outcomes", "alpha=0.5", "An, Yoo, ISSTA 2022", |p| Ok(AnyMetric::new(Fdg { alpha: p.unit("alpha", 0.5)?, assume_passed: false }))),
    row("fdg-ap", "fdg, taking every chosen test as passed", "alpha=0.5", "An, Yoo, ISSTA 2022", |p| Ok(AnyMetric::new(Fdg { alpha: p.unit("alpha", 0.5)?, assume_passed: true }))),
    row("ddu", "density x diversity x uniqueness of the suite", "", "Perez et al., ICSE 2017", |p| p.none(Ddu)),
    row("tfd", "number of ambiguity groups", "", "Baudry et al., ICSE 2006", |p| p.none(TfD)),
    row("entbug", "distance of the suite's density from one half", "", "Campos et al., ASE 2013", |p| p.none(EntBug { published: false })),
    row("entbug-published", "entbug as the code of published comparisons has it", "", "Campos et al., ASE 2013", |p| p.none(EntBug { published: true })),
    row("split", "how evenly a test splits the groups of suspicious lines (RLFDC)", "", "Zhuo et al., TOSEM", |p| p.none(Split)),
    row("cover", "Jaccard similarity to the initial failing test (RLFDC)", "", "Zhuo et al., TOSEM", |p| p.none(Cover)),
    row("split-cover", "a x split + (1 - a) x cover, RLFDC without its network", "a=0.5", "Zhuo et al., TOSEM", |p| Ok(AnyMetric::new(SplitCover { weight: p.unit("a", 0.5)? }))),
    row("fdg-split", "the split part of fdg, weights scaled", "", "An, Yoo, ISSTA 2022", |p| p.none(ScaledSplit)),
    row("fdg-cover", "the cover part of fdg, weights scaled", "", "An, Yoo, ISSTA 2022", |p| p.none(ScaledCover)),
    row("prox", "mean Jaccard similarity to the failing tests", "", "An, Yoo, ISSTA 2022", |p| p.none(Prox)),
    row("s3", "how evenly a test splits sets of lines with equal counts", "", "Hao et al., ASE J. 2010", |p| p.none(S3)),
    row("rapter", "lines inspected in addition to the faulty one", "", "Gonzalez-Sanchez et al., ASE 2011", |p| p.none(Rapter)),
    row("flint", "entropy of suspiciousness expected after the test", "", "Yoo et al., TOSEM 2013", |p| p.none(Flint)),
    row("add", "lines that no test before covers", "", "Rothermel et al., TSE 2001", |p| p.none(Add)),
    row("total", "lines that the test covers", "", "Rothermel et al., TSE 2001", |p| p.none(Total)),
];

const fn row(
    name: &'static str,
    summary: &'static str,
    parameters: &'static str,
    source: &'static str,
    make: fn(&Parameters<'_>) -> Result<AnyMetric, DiagnosabilityError>,
) -> MetricEntry {
    MetricEntry { name, summary, parameters, source, make }
}

impl MetricEntry {
    /// The metric with its default parameters.
    pub fn metric(&self) -> AnyMetric {
        let given = Parameters { entry: self, given: Vec::new() };
        (self.make)(&given).expect("defaults are valid")
    }

    /// Whether larger or smaller values are better.
    pub fn better(&self) -> Better {
        self.metric().better()
    }
}

impl AnyMetric {
    /// Finds a metric by name with parameters: `eap`, `eap:q=0.2`, `fdg:alpha=0.7`. Ignores letter case, and accepts `_` for
    /// `-`. Errors: no such name or parameter, or a value out of range.
    pub fn find(text: &str) -> Result<Self, DiagnosabilityError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let folded = name.trim().to_lowercase().replace('_', "-");
        let Some(entry) = METRICS.iter().find(|entry| entry.name == folded) else {
            let near = nearest_names(name, METRICS.iter().map(|entry| entry.name), 3);
            return Err(DiagnosabilityError::UnknownMetric { name: name.to_owned(), near });
        };
        let given: Vec<&str> = rest.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
        let parameters = Parameters { entry, given };
        parameters.check()?;
        (entry.make)(&parameters)
    }
}

impl std::str::FromStr for AnyMetric {
    type Err = DiagnosabilityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::find(text)
    }
}

/// Parameters in the form they have after a name.
struct Parameters<'a> {
    entry: &'a MetricEntry,
    given: Vec<&'a str>,
}

impl Parameters<'_> {
    fn none(&self, metric: impl crate::Metric) -> Result<AnyMetric, DiagnosabilityError> {
        self.check()?;
        Ok(AnyMetric::new(metric))
    }

    /// Checks that every parameter is known and given at most once.
    fn check(&self) -> Result<(), DiagnosabilityError> {
        let name = |given: &str| given.split('=').next().unwrap_or_default().trim().to_owned();
        for (i, given) in self.given.iter().enumerate() {
            let known = self.entry.parameters.split(',').any(|p| name(p) == name(given));
            if !known || name(given).is_empty() || self.given[..i].iter().any(|g| name(g) == name(given)) {
                return Err(self.bad(given, self.takes()));
            }
        }
        Ok(())
    }

    fn takes(&self) -> &'static str {
        if self.entry.parameters.is_empty() { "no parameters" } else { self.entry.parameters }
    }

    fn bad(&self, given: &str, takes: &'static str) -> DiagnosabilityError {
        DiagnosabilityError::BadParameter { metric: self.entry.name, given: given.to_owned(), takes }
    }

    /// Parses a number between 0 and 1, without the bounds where they are meaningless; `default` if not given.
    fn number(
        &self,
        name: &str,
        default: f64,
        takes: &'static str,
        valid: fn(f64) -> bool,
    ) -> Result<f64, DiagnosabilityError> {
        let of = |given: &&&str| given.split_once('=').is_some_and(|(key, _)| key.trim() == name);
        let named = self.given.iter().find(|given| given.split('=').next().map(str::trim) == Some(name));
        match (self.given.iter().find(of), named) {
            (None, None) => Ok(default),
            (None, Some(given)) => Err(self.bad(given, takes)),
            (Some(given), _) => {
                let value = given.split_once('=').and_then(|(_, value)| value.trim().parse().ok());
                value.filter(|&value| valid(value)).ok_or_else(|| self.bad(given, takes))
            }
        }
    }

    fn open_unit(&self, name: &str, default: f64) -> Result<f64, DiagnosabilityError> {
        self.number(name, default, "a number between 0 and 1, neither of them", |v| v > 0.0 && v < 1.0)
    }

    fn tests(&self, name: &str, default: u32) -> Result<u32, DiagnosabilityError> {
        let valid = |v: f64| (2.0..=1e6).contains(&v) && v.fract() == 0.0;
        let value = self.number(name, f64::from(default), "a whole number from 2 to 1000000", valid)?;
        Ok(value as u32)
    }

    fn unit(&self, name: &str, default: f64) -> Result<f64, DiagnosabilityError> {
        if name == "s" {
            return self.number(name, default, "a number above 0 and at most 1", |v| v > 0.0 && v <= 1.0);
        }
        self.number(name, default, "a number from 0 to 1", |v| (0.0..=1.0).contains(&v))
    }
}
