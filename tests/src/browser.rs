//! A headless browser, controlled by its debugging protocol over two named pipes.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Executable names of Chromium.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Timeout of a browser. Units: seconds.
const LIMIT: &str = "540";

/// Chromium with one page; terminated on drop.
pub struct Browser {
    child: Child,
    to: File,
    from: BufReader<File>,
    session: String,
    sent: u64,
    /// Events of the page since it was opened.
    events: Vec<Value>,
}

/// Unwanted activity of a page.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Complaints {
    /// Console messages, exceptions, and violations of the content security policy.
    pub console: Vec<String>,
    /// Requested addresses that are not files.
    pub requests: Vec<String>,
}

impl Browser {
    /// Starts the machine's browser; `None` if there is none, reported on standard error. Panics: it does not start.
    pub fn start(scratch: &Path) -> Option<Self> {
        let program = NAMES.iter().find_map(|name| on_path(name));
        let Some(program) = program else {
            eprintln!(
                "skipped: no Chromium on this machine (Debian's package chromium; .ci/run installs it)"
            );
            return None;
        };
        let _ = fs::remove_dir_all(scratch);
        fs::create_dir_all(scratch).expect("a folder can be made");
        let pipes = ["to", "from"].map(|name| scratch.join(name));
        assert!(Command::new("mkfifo").args(&pipes).status().expect("mkfifo").success());
        // Chromium reads from 3 and writes to 4. Opening a pipe waits for the other side.
        let script = "exec timeout \"$4\" \"$1\" --headless --no-sandbox --disable-gpu --hide-scrollbars \
                      --remote-debugging-pipe --user-data-dir=\"$5\" about:blank 3<\"$2\" 4>\"$3\"";
        let child = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(program)
            .args(&pipes)
            .arg(LIMIT)
            .arg(scratch.join("profile"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let to = File::options().write(true).open(&pipes[0]).expect("a pipe to the browser");
        let from = BufReader::new(File::open(&pipes[1]).expect("a pipe from the browser"));
        let mut browser = Self { child, to, from, session: String::new(), sent: 0, events: Vec::new() };
        let target = browser.call("Target.createTarget", &json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", &attach);
        session["sessionId"].as_str().expect("a session").clone_into(&mut browser.session);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Opens a file in a window of this size, in light or dark mode, and waits until it is loaded.
    pub fn open(&mut self, address: &str, (width, height): (u32, u32), scheme: &str) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", &size);
        let media = json!({ "media": "", "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", &media);
        // Load another page first: changing only what follows `#` loads nothing.
        self.load("about:blank");
        self.events.clear();
        self.load(address);
    }

    /// Emulates printing, in dark mode.
    pub fn print(&mut self) {
        let media =
            json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
        self.call("Emulation.setEmulatedMedia", &media);
    }

    fn load(&mut self, address: &str) {
        self.events.retain(|event| event["method"] != "Page.loadEventFired");
        self.call("Page.navigate", &json!({ "url": address }));
        self.wait(address);
    }

    fn wait(&mut self, what: &str) {
        let started = Instant::now();
        while !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            assert!(started.elapsed() < Duration::from_mins(1), "{what} is not loaded");
            self.next();
        }
    }

    /// Follows a link to another page and waits until it is loaded; collects complaints from then on. Panics: there is no such link.
    #[track_caller]
    pub fn follow(&mut self, link: &str) {
        self.events.clear();
        // A link in an SVG has no `click`.
        self.value(&format!(
            "document.querySelector({}).dispatchEvent(new MouseEvent('click', {{ bubbles: true, cancelable: true }}))",
            json!(link)
        ));
        self.wait(link);
    }

    /// Evaluates an expression in the page. Panics: it throws.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        self.evaluated(expression, false)
    }

    /// Awaits a promise in the page. Panics: it is rejected.
    #[track_caller]
    pub fn promised(&mut self, expression: &str) -> Value {
        self.evaluated(expression, true)
    }

    /// Waits until an expression has a value, possibly after navigation. Panics: on timeout, after seconds.
    #[track_caller]
    pub fn await_value(&mut self, expression: &str, wanted: &str) {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        for _ in 0..200 {
            // An error means that the page was left during the evaluation.
            if self
                .answer("Runtime.evaluate", &parameters)
                .is_ok_and(|result| result["result"]["value"] == wanted)
            {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{expression} did not become {wanted}, it is {}", self.value(expression));
    }

    #[track_caller]
    fn evaluated(&mut self, expression: &str, awaits: bool) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true, "awaitPromise": awaits });
        let result = self.call("Runtime.evaluate", &parameters);
        assert!(result.get("exceptionDetails").is_none(), "{expression:.300}: {result}");
        result["result"]["value"].clone()
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            // Keys with names, as `Escape`, write nothing.
            let text = if kind == "keyDown" && key.chars().count() == 1 { key } else { "" };
            self.call("Input.dispatchKeyEvent", &json!({ "type": kind, "key": key, "text": text }));
        }
    }

    /// Writes a screenshot. Panics: the file cannot be written.
    pub fn picture(&mut self, file: &Path) {
        let picture = self.call("Page.captureScreenshot", &json!({}));
        let bytes = decoded(picture["data"].as_str().expect("a picture"));
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
        fs::write(file, bytes).expect("a picture can be written");
    }

    /// Returns the complaints since the page was opened.
    pub fn complaints(&mut self) -> Complaints {
        // All pending events arrive before this is answered.
        self.value("1");
        let mut complaints = Complaints::default();
        for event in &self.events {
            let parameters = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Log.entryAdded" | "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" => {
                    complaints.console.push(parameters.to_string());
                }
                "Network.requestWillBeSent" => {
                    let url = parameters["request"]["url"].as_str().unwrap_or_default();
                    if !url.starts_with("file:") && url != "about:blank" {
                        complaints.requests.push(url.to_owned());
                    }
                }
                _ => {}
            }
        }
        complaints
    }

    #[track_caller]
    fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.answer(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Calls a method of the protocol. Errors: those of the browser.
    fn answer(&mut self, method: &str, parameters: &Value) -> Result<Value, Value> {
        self.sent += 1;
        let mut message = json!({ "id": self.sent, "method": method, "params": parameters });
        if !self.session.is_empty() {
            message["sessionId"] = self.session.clone().into();
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        loop {
            if let Some(answer) = self.next() {
                return answer
                    .get("error")
                    .map_or_else(|| Ok(answer["result"].clone()), |_| Err(answer.clone()));
            }
        }
    }

    /// Reads the next message; returns an answer, or stores an event.
    fn next(&mut self) -> Option<Value> {
        let mut bytes = Vec::new();
        let read = self.from.read_until(0, &mut bytes).expect("the browser writes");
        assert!(read > 0, "the browser ended");
        let message: Value = serde_json::from_slice(&bytes[..read - 1]).expect("a message is JSON");
        if message["id"] == self.sent {
            return Some(message);
        }
        self.events.push(message);
        None
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        // `timeout` terminates it if it does not exit.
        let _ = self.child.wait();
    }
}

fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// Decodes Base64 without padding. Panics: it is malformed.
fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(text.len() / 4 * 3), 0u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => panic!("{letter} is no letter of base64"),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn pictures_are_decoded() {
        assert_eq!(decoded("UE5HIQ=="), b"PNG!");
        assert_eq!(decoded("/+8A"), [0xff, 0xef, 0]);
    }
}
