//! The binary, built with and without libtorch.
#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_faultline-train")).args(arguments).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[cfg(not(feature = "tch"))]
#[test]
fn without_libtorch_one_sentence_says_how_to_build_it() {
    let output = run(&["--help"]);
    assert_eq!(output.status.code(), Some(1));
    let said = said(&output);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("--features tch") && said.contains("native/apps/train-libtorch/README.md"),
        "{said}"
    );
}

#[cfg(feature = "tch")]
mod with_libtorch {
    use super::{run, said};
    use faultline_learned_metrics::Model;
    use std::path::PathBuf;
    use std::{env, fs, process};

    /// A temporary folder, removed on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = env::temp_dir().join(format!("faultline-train-{}-{name}", process::id()));
            fs::create_dir_all(&folder).unwrap();
            Self(folder)
        }

        /// Adds a fault with twelve lines and twenty tests.
        fn with_a_fault(self) -> Self {
            let elements: Vec<String> =
                (1..=12).map(|line| format!("a.B\tm{}()V\t{line}", line / 3)).collect();
            let covered = |test: usize| -> Vec<String> {
                (0..12).filter(|line| (line * 7 + test * 5) % 11 < 6).map(|line| line.to_string()).collect()
            };
            let outcome = |test| if test % 6 == 0 { "failed" } else { "passed" };
            let test = |n| format!("a.T::t{n}\t{}\t{}", outcome(n), covered(n).join(" "));
            let tests: Vec<String> = (0..20).map(test).collect();
            let fault = self.0.join("P/P-1");
            fs::create_dir_all(&fault).unwrap();
            fs::write(fault.join("elements.tsv"), elements.join("\n")).unwrap();
            fs::write(fault.join("tests.tsv"), tests.join("\n")).unwrap();
            fs::write(fault.join("faulty-methods.tsv"), "a.B$m1<>\n").unwrap();
            self
        }

        fn path(&self, name: &str) -> String {
            self.0.join(name).to_str().unwrap().to_owned()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn the_model_that_libtorch_trains_is_one_that_everything_reads() {
        let folder = Folder::new("model").with_a_fault();
        let train = |out: &str| {
            let output = run(&[&folder.path("P"), "--out", out, "--seed", "7", "--date", "2026-01-02"]);
            assert!(output.status.success(), "{}", said(&output));
            fs::read(out).unwrap()
        };
        let out = folder.path("model.json");
        let first = train(&out);
        let model = Model::read(out.as_ref()).unwrap();
        let training = model.card().training.as_ref().unwrap();
        assert_eq!((training.seed, training.faults, training.learned), (7, 1, 41));
        assert_eq!((&*model.card().note, &*model.card().date), ("trained by libtorch on cpu", "2026-01-02"));
        assert_eq!(train(&folder.path("again.json")), first);
    }

    #[test]
    fn what_cannot_be_done_is_said_in_one_sentence() {
        let folder = Folder::new("errors").with_a_fault();
        let refusal = |arguments: &[&str]| {
            let output = run(arguments);
            assert!(!output.status.success() && output.stdout.is_empty());
            said(&output)
        };
        let (spectra, out) = (folder.path("P"), folder.path("model.json"));
        let nowhere = folder.path("none/model.json");
        assert!(refusal(&[&spectra, "--out", &nowhere]).contains("is no folder"));
        let device = refusal(&[&spectra, "--out", &out, "--device", "gpu"]);
        assert!(device.contains("use cpu or cuda"), "{device}");
        let rate = refusal(&[&spectra, "--out", &out, "--rate", "0"]);
        assert!(rate.contains("the learning rate is a number above 0"), "{rate}");
        let diverged = refusal(&[&spectra, "--out", &out, "--rate", "5000"]);
        assert!(diverged.contains("smaller learning rate"), "{diverged}");
        assert!(!folder.0.join("model.json").exists());
    }
}
