//! Loads the same fault from a folder, from an archive and from recordings.

use std::fs;
use std::path::{Path, PathBuf};

use faultline_evaluation::{Fault, Plan, evaluate, load};
use faultline_flt::{Layout, Writer, record_spectrum};

const FILES: [(&str, &str); 3] = [
    ("elements.tsv", "a.B\tf(I)V\t1\na.B\tg()V\t2\na.B\tg()V\t3\n"),
    ("tests.tsv", "a.T::x\tfailed\t0 1 2\na.T::y\tpassed\t1 2\n"),
    ("faulty-methods.tsv", "a.B$f<I>\n"),
];

/// A folder that is deleted with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("faultline-load-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn write(&self, path: &str, bytes: &[u8]) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    fn tsv(&self, fault: &str) {
        for (name, text) in FILES {
            self.write(&format!("{fault}/{name}"), text.as_bytes());
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn packed(fault: &str) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, text) in FILES {
        let mut header = tar::Header::new_gnu();
        header.set_size(text.len() as u64);
        header.set_cksum();
        builder.append_data(&mut header, format!("{fault}/{name}"), text.as_bytes()).unwrap();
    }
    let mut xz = Vec::new();
    lzma_rs::xz_compress(&mut &builder.into_inner().unwrap()[..], &mut xz).unwrap();
    xz
}

/// The single fault of a folder, and the results with the whole suite.
fn only_fault(path: &Path) -> (Fault, Vec<faultline_evaluation::Outcomes>) {
    let faults = load(path, &|_, _| {}).unwrap();
    let plan = Plan { rankings: vec!["ochiai".parse().unwrap()], ..Plan::default() };
    let outcomes = evaluate(&faults.faults, &plan, &|_| {});
    let [fault] = <[Fault; 1]>::try_from(faults.faults).unwrap();
    (fault, outcomes)
}

#[test]
fn a_fault_is_the_same_from_a_folder_an_archive_and_recordings() {
    let tsv = Folder::new("tsv");
    tsv.tsv("deep/down/P/P-1");
    let archive = Folder::new("archive");
    archive.write("some/p.tar.xz", &packed("P/P-1"));
    let flt = Folder::new("flt");
    let spectrum = Layout::Tsv.import(&tsv.0.join("deep/down/P/P-1")).unwrap().spectrum;
    let recording = record_spectrum(&spectrum, "test");
    let mut writer = Writer::new(Vec::new(), &recording.origin).unwrap();
    writer.recording(&recording).unwrap();
    flt.write("P/P-1/x.flt", writer.get_ref());
    flt.write("P/P-1/faulty-methods.tsv", b"a.B$f<I>\n");

    let (first, figures) = only_fault(&tsv.0);
    assert_eq!((&*first.project, &*first.name, &first.faulty[..]), ("P", "P-1", &[0][..]));
    for folder in [&archive.0, &archive.0.join("some/p.tar.xz"), &flt.0, &tsv.0.join("deep/down/P/P-1")] {
        let (fault, same) = only_fault(folder);
        assert_eq!((&fault.project, &fault.name, fault.methods), (&first.project, &first.name, 2));
        assert_eq!(same, figures, "{}", folder.display());
    }
}

#[test]
fn what_cannot_be_read_is_an_error_that_names_it() {
    let folder = Folder::new("broken");
    folder.tsv("P/P-1");
    folder.write("P/P-2/elements.tsv", b"a.B\tf()V\tx\n");
    folder.write("P/P-2/tests.tsv", b"");
    let message = load(&folder.0, &|_, _| {}).unwrap_err().to_string();
    assert!(
        message.contains("P-2") && message.contains("elements.tsv:1: the line should be a number"),
        "{message}"
    );
}

#[test]
fn folders_are_searched_to_a_depth_and_links_are_not_followed() {
    let folder = Folder::new("deep");
    let mut below = "a/".repeat(64);
    folder.write(&format!("{below}readme.txt"), b"");
    folder.tsv("P/P-1");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&folder.0, folder.0.join("P/around")).unwrap();
    assert_eq!(load(&folder.0, &|_, _| {}).unwrap().faults.len(), 1);
    below.push_str("a/");
    folder.write(&format!("{below}readme.txt"), b"");
    let message = load(&folder.0, &|_, _| {}).unwrap_err().to_string();
    assert!(message.contains("a/a: this folder lies more than 64 folders deep, and none"), "{message}");
}
