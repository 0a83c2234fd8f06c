//! Names of tests, methods and lines in results.

use std::path::Path;

use faultline_messages::names;
use faultline_recording_store::sources::Sources;
use faultline_spectrum::{ClassId, MethodId, Spectrum, TestId};
use schemars::JsonSchema;
use serde::Serialize;

use crate::bound::{CODE, clipped, cut};
use crate::project::Project;

/// A test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedTest {
    /// As the tools take it: `org.example.FooTest#bar`.
    pub test: String,
    /// `passed`, `failed`, `aborted` or `skipped`.
    pub outcome: &'static str,
    /// What the framework shows, where that says more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
}

impl NamedTest {
    /// A row of the spectrum.
    pub fn of(spectrum: &Spectrum, row: TestId) -> Self {
        let test = &spectrum.tests[row.index()];
        Self {
            test: test_name(spectrum, row),
            outcome: test.outcome.name(),
            display: names::shown(test).map(|shown| clipped(&shown)),
        }
    }
}

/// A test's name as the tools accept it.
pub fn test_name(spectrum: &Spectrum, row: TestId) -> String {
    clipped(&names::test(&spectrum.tests[row.index()]))
}

/// A method.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NamedMethod {
    /// As the tools take it: `Foo.bar(int, String)`.
    pub method: String,
    /// Its class, with the package.
    pub class: String,
    /// Its source file seen from the project's folder, or from a folder of sources where the file is not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// Finds the source locations of methods.
pub struct Places<'a> {
    project: &'a Project,
    spectrum: &'a Spectrum,
    /// The sources of the recording.
    pub sources: Sources,
}

impl<'a> Places<'a> {
    /// Creates a lookup in a recording's sources.
    pub fn new(project: &'a Project, spectrum: &'a Spectrum, sources: Sources) -> Self {
        Self { project, spectrum, sources }
    }

    /// A method with its location.
    pub fn method(&mut self, id: MethodId) -> NamedMethod {
        let method = &self.spectrum.methods[id.index()];
        let class = &self.spectrum.classes[method.class.index()];
        NamedMethod {
            method: clipped(&names::compiled_method(&class.name, method, true)),
            class: clipped(&class.name),
            file: self.file(method.class),
        }
    }

    /// The source file of a class.
    pub fn file(&mut self, class: ClassId) -> Option<String> {
        let class = &self.spectrum.classes[class.index()];
        let found = self.sources.of(class).map(|source| self.project.shown(&source.path));
        found.or_else(|| class.source_path()).map(|path| clipped(&path))
    }

    /// A source line of a class; `None` if the source is not found.
    pub fn code(&mut self, class: ClassId, line: u32) -> Option<String> {
        let source = self.sources.of(&self.spectrum.classes[class.index()])?;
        let code = source.lines.get((line as usize).checked_sub(1)?)?;
        Some(cut(&code.trim_end().replace('\t', "    "), CODE))
    }

    /// Why a source may differ from the recorded code; `None` if there is no doubt.
    pub fn doubt(&mut self, class: ClassId) -> Option<String> {
        let Some(source) = self.sources.of(&self.spectrum.classes[class.index()]) else {
            return Some("the source file was not found".to_owned());
        };
        match (source.changed, source.doubt) {
            (true, _) => Some("the file was changed after the recording: line numbers may be off".to_owned()),
            (_, Some(doubt)) => Some(doubt.to_owned()),
            _ => None,
        }
    }
}

/// A folder as shown to a client.
pub fn folder(project: &Project, path: &Path) -> String {
    clipped(&project.shown(path))
}
