//! The command line of `EvoSuite`.

use std::path::Path;
use std::process::Command;

use faultline_jvm_process::tools::java::Java;

use super::lead::Lead;
use super::tools::Tools;

/// Maximum heap of the parent process of a search if memory is limited: it needs little.
const HEAP_OF_THE_STARTER: &str = "-Xmx512m";

/// The settings common to all searches of a job.
#[derive(Debug)]
pub struct EvoSuite<'a> {
    /// The Java to run on.
    pub java: &'a Java,
    /// `EvoSuite` and our agent.
    pub tools: &'a Tools,
    /// Class path of the project.
    pub class_path: &'a str,
    /// What leads the searches; `None`: all of `EvoSuite`'s own goals.
    pub lead: Option<&'a Lead>,
    /// Unique ids of the failing tests.
    pub failing: &'a [String],
    /// The initial recording of a metric.
    pub spectrum: &'a Path,
    /// Random seed.
    pub seed: i64,
    /// Maximum heap of a search; `None`: `EvoSuite`'s default. Units: MiB.
    pub memory: Option<u64>,
    /// Additional arguments of the user, which override ours.
    pub more: &'a [String],
}

/// One search.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Binary name of the class.
    pub class: &'a str,
    /// Duration of the search.
    pub seconds: u64,
    /// The folder for tests.
    pub tests: &'a Path,
    /// The working directory, for other files.
    pub scratch: &'a Path,
    /// The file for a recording of the tests that a metric kept.
    pub kept: &'a Path,
    /// A file whose creation ends a search led by a metric, but not the steps after it.
    pub stop: Option<&'a Path>,
}

impl EvoSuite<'_> {
    /// The command of a search.
    pub fn command(&self, search: &Search<'_>) -> Command {
        let mut command = self.java.command();
        command.current_dir(search.scratch);
        if self.memory.is_some() {
            command.arg(HEAP_OF_THE_STARTER);
        }
        command.arg(self.tools.agent_option()).arg("-jar").arg(&self.tools.evosuite);
        command.args(["-class", search.class, "-projectCP", self.class_path]);
        if matches!(self.lead, Some(Lead::SbstDpg(_))) {
            command.arg("-generateMOSuite");
        }
        command.args(["-seed", &self.seed.to_string()]);
        if let Some(memory) = self.memory {
            command.args(["-mem", &memory.to_string()]);
        }
        command.arg("-base_dir").arg(search.scratch);
        for (name, value) in self.properties(search) {
            command.arg(format!("-D{name}={value}"));
        }
        command.args(self.more);
        command
    }

    fn properties(&self, search: &Search<'_>) -> Vec<(&'static str, String)> {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let mut properties = vec![
            ("test_dir", text(search.tests)),
            ("report_dir", text(&search.scratch.join("report"))),
            ("search_budget", search.seconds.to_string()),
            ("show_progress", "false".to_owned()),
        ];
        match self.lead {
            None => {}
            Some(Lead::Goals(criterion)) => properties.push(("criterion", (*criterion).to_owned())),
            Some(Lead::SbstDpg(tests)) => {
                // Our agent makes DynaMOSA of MOSA, or chooses EvoSuite's own where there is one.
                let fixed = [
                    ("algorithm", "MOSA"),
                    ("dynamic_targets", "1"),
                    ("criterion", "BRANCH"),
                    ("assertion_strategy", "ALL"),
                    ("minimize", "false"),
                    ("stop_zero", "false"),
                ];
                properties.extend(fixed.map(|(name, value)| (name, value.to_owned())));
                properties.push(("tests_per_target", tests.to_string()));
            }
            Some(Lead::Metric(metric)) => {
                properties.push(("fitness", metric.clone()));
                properties.push(("fitness_spectrum", text(self.spectrum)));
                if !self.failing.is_empty() {
                    properties.push(("fitness_failing", self.failing.join(";")));
                }
                properties.push(("fitness_export", text(search.kept)));
                properties.extend(search.stop.map(|stop| ("fitness_stop", text(stop))));
            }
        }
        properties
    }
}
