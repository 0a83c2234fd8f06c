//! axe-core, the checker for accessibility rules, as published on Maven Central.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::browser::Browser;
use crate::fetched::expect_sha256;
use crate::process::maven;

const ARTIFACT: &str = "com.deque.html.axe-core:selenium:4.11.1:jar";
/// SHA-256 of the contained script.
const SCRIPT_SHA256: &str = "7dbfabdfc6062936d79c873ddbb5f811a1219fca3928bd8cc9dd81f1e65f4720";

/// The axe-core script.
pub struct Axe {
    script: String,
}

impl Axe {
    /// Fetches axe-core into a folder. Panics: it is not available.
    pub fn fetch(folder: &Path) -> Self {
        let file = folder.join("axe.min.js");
        if !file.is_file() {
            fs::create_dir_all(folder).expect("a folder can be made");
            let mut unpack = Command::new("mvn");
            unpack
                .args(["-B", "-ntp", "-q", "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack"])
                .arg(format!("-Dartifact={ARTIFACT}"))
                .arg("-Dmdep.unpack.includes=axe.min.js")
                .arg(format!("-DoutputDirectory={}", folder.display()));
            maven(&mut unpack, folder).expect_code(0);
        }
        expect_sha256(&file, SCRIPT_SHA256);
        Self { script: fs::read_to_string(file).expect("axe-core's script") }
    }

    /// Returns the violations on the open page with everything unfolded, one line per element.
    pub fn violations(&self, browser: &mut Browser) -> Vec<String> {
        browser.value(&self.script);
        browser.value("for (const folded of document.querySelectorAll('details')) folded.open = true;");
        let run = "axe.run(document).then(found => found.violations.flatMap(rule => rule.nodes.slice(0, 5).map(\
                   node => rule.id + ': ' + node.html.slice(0, 200) + ': ' + node.failureSummary)))";
        let found = browser.promised(run);
        let lines = found.as_array().expect("a list of violations").iter();
        lines.map(|line| line.as_str().unwrap_or_default().replace('\n', " ")).collect()
    }
}
