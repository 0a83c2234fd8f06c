//! Queries about a recording: lists of tests, and messages of MCP clients.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use faultline_mcp::{BOUND, Project, Server, tools};
use faultline_recording_store::reading::Reading;
use faultline_test_selection::pool::{self, Asked};

use super::files::Scratch;
use super::{recording, seeds};

/// The folder of a project with a recording.
fn project() -> (Scratch, PathBuf) {
    let scratch = Scratch::new();
    let folder = scratch.0.join("project");
    fs::create_dir_all(folder.join(".faultline")).expect("a temporary folder");
    fs::write(folder.join("pom.xml"), "<project/>").expect("a temporary file");
    fs::write(folder.join(".faultline/1.flt"), recording::repaired(&seeds::recordings()[3]))
        .expect("a temporary file");
    (scratch, folder)
}

/// Lists of tests: by ids, by class and method, by class, with comments.
pub(super) fn list_seeds() -> Vec<Vec<u8>> {
    let tests =
        faultline_flt::read_bytes(Path::new("seed.flt"), &recording::repaired(&seeds::recordings()[3]));
    let tests = tests.expect("a recording").0.tests;
    let ids: Vec<&str> = tests.iter().map(|test| test.unique_id.as_str()).collect();
    let names: Vec<String> = tests.iter().map(|test| format!("{}#{}", test.class, test.method)).collect();
    let classes = tests.iter().map(|test| test.class.as_str()).collect::<Vec<_>>();
    [format!("# ids\n{}\n", ids.join("\n")), format!("\n {}\r\n", names.join("\r\n")), classes.join("\n")]
        .map(String::into_bytes)
        .into()
}

/// A list returns each test once; an invalid one is refused with its line.
pub(super) fn list(data: &[u8]) -> bool {
    let (_scratch, folder) = project();
    let path = folder.join("list.txt");
    fs::write(&path, data).expect("a temporary file");
    let inputs = [folder.join(".faultline")];
    let asked = Asked { inputs: &inputs, pool: Some(&path), labelled: false, reading: Reading::default() };
    match pool::load(&asked) {
        Ok((loaded, pool)) => {
            let mut candidates = pool.candidates.clone();
            candidates.sort_unstable();
            candidates.dedup();
            assert_eq!(candidates.len(), pool.candidates.len(), "a test is there twice");
            assert!(pool.candidates.iter().all(|test| test.index() < loaded.spectrum.tests.len()));
            true
        }
        Err(failure) => {
            let said = failure.to_string();
            let (_, behind) = said.split_once("list.txt").expect("it names the file");
            let line =
                behind.strip_prefix(':').and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
            let lines = data.split(|&byte| byte == b'\n').count();
            let says_whole = behind.contains("names no test") || behind.contains("cannot be read");
            assert!(says_whole || line.is_some_and(|line| (1..=lines).contains(&line)), "{said}");
            false
        }
    }
}

const CALLS: [(&str, &str); 9] = [
    ("suspects", r#"{"level":"line","failing":["ATest#a"],"ranking":"dstar:3+size","offset":1,"limit":2}"#),
    ("suspects", r#"{"group":1,"recording":".faultline"}"#),
    ("explain", r#"{"method":"C0.f"}"#),
    ("covering_tests", r#"{"target":"org/x/C0.java:10","outcome":"passed"}"#),
    ("diff_tests", r#"{"test":"CTest#t0","other":"CTest#t1"}"#),
    ("select_tests", "{}"),
    ("suite", "{}"),
    ("record", r#"{"command":["mvn","-B","test"],"include":["a.*"],"exclude":[],"timeout_seconds":1}"#),
    ("nothing", "{}"),
];

/// Messages of clients: a call of each tool, a greeting, and non-requests.
pub(super) fn call_seeds() -> Vec<Vec<u8>> {
    let call = |(tool, arguments): &(&str, &str)| {
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{{\"name\":\"{tool}\",\"arguments\":{arguments},\
             \"_meta\":{{\"progressToken\":1}}}}}}\n"
        )
    };
    let calls: Vec<String> = CALLS.iter().map(call).collect();
    let greeting = "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},\
        \"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n";
    let all = format!("{greeting}{}", calls[1]);
    calls.into_iter().chain([all]).map(String::into_bytes).collect()
}

/// Every line is handled as a client's. A call of a tool returns a result within its bound, or a sentence. The tool that starts
/// builds is absent; only its parameters are parsed.
pub(super) fn call(data: &[u8]) -> bool {
    let (_scratch, folder) = project();
    let server = Server::new(Arc::new(Project::new(folder))).expect("tools have schemata").reading();
    let mut is_call = false;
    for line in data.split(|&byte| byte == b'\n').take(8) {
        let _ = serde_json::from_slice::<tools::record::Input>(line);
        match server.answer(line) {
            Some(Ok(value)) => {
                let length = value.to_string().len();
                assert!(length <= BOUND, "{length} bytes");
                is_call = true;
            }
            Some(Err(failure)) => {
                assert!(!failure.to_string().trim().is_empty());
                is_call = true;
            }
            None => {}
        }
    }
    is_call
}
