//! `install.sh` accepts only signed archives, from folders and over https. The archives are small stand-ins,
//! and the key is generated for the test.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn release(script: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../release").join(script)
}

/// The archive's name without its extension.
fn name() -> String {
    format!("faultline-{VERSION}-linux-x86_64")
}

fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

fn ok(command: &mut Command) -> String {
    let output = run(command);
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A folder as `make release` fills it, a signing key, and a place to install into.
struct Release {
    scratch: tempfile::TempDir,
}

impl Release {
    fn new() -> Self {
        let release = Self { scratch: tempfile::tempdir().expect("a folder") };
        let archived = name();
        let program = release.path("made").join(&archived).join("bin/faultline");
        fs::create_dir_all(program.parent().expect("a folder")).expect("a folder");
        fs::write(&program, format!("#!/bin/sh\necho faultline {VERSION}\n")).expect("a program");
        ok(Command::new("chmod").arg("755").arg(&program));
        fs::create_dir(release.folder()).expect("a folder");
        fs::copy(self::release("install.sh"), release.folder().join("install.sh")).expect("the script");
        let archive = release.archive();
        ok(Command::new("tar").arg("-C").arg(release.path("made")).arg("-czf").arg(&archive).arg(&archived));
        release.write_sums();
        release.make_key("key");
        release
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn folder(&self) -> PathBuf {
        self.path("release")
    }

    fn archive(&self) -> PathBuf {
        self.folder().join(format!("{}.tar.gz", name()))
    }

    fn write_sums(&self) {
        ok(Command::new(env!("CARGO_BIN_EXE_faultline-release")).arg("checksums").arg(self.folder()));
    }

    fn make_key(&self, name: &str) {
        ok(Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-C", "made for a test", "-f"])
            .arg(self.path(name)));
    }

    /// Signs the checksums as `release.sh` does.
    fn sign(&self, key: &str, options: &[&str]) -> Output {
        run(Command::new(release("sign.sh"))
            .args(options)
            .arg(self.folder())
            .env("FAULTLINE_SIGNING_KEY", self.path(key)))
    }

    fn signed() -> Self {
        let release = Self::new();
        let done = release.sign("key", &["--own-key"]);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        release
    }

    fn install(&self, options: &[&str], from: &str) -> Output {
        run(Command::new("sh")
            .arg(release("install.sh"))
            .args(["--platform", "linux-x86_64", "--prefix"])
            .arg(self.path("prefix"))
            .args(options)
            .arg(from)
            .current_dir(self.scratch.path())
            .env("CURL_CA_BUNDLE", self.path("server.pem")))
    }

    /// Panics unless the installation fails with this message and leaves nothing behind.
    fn refuses(&self, options: &[&str], from: &str, says: &str) {
        let done = self.install(options, from);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(1), "{told}");
        assert!(told.contains(says), "{says} in {told}");
        assert!(!self.path("prefix").exists(), "nothing was unpacked");
    }

    fn installs(&self, options: &[&str], from: &str) {
        let done = self.install(options, from);
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let said = ok(Command::new(self.path("prefix/bin/faultline")).arg("--version"));
        assert_eq!(said, format!("faultline {VERSION}\n"));
    }
}

const KEY: [&str; 2] = ["--key", "key.pub"];

#[test]
fn what_was_signed_by_the_key_is_installed() {
    Release::signed().installs(&KEY, "release");
}

#[test]
fn what_nobody_signed_is_refused_unless_it_is_said_to_be_ones_own() {
    let release = Release::new();
    release.refuses(&KEY, "release", "release has no SHA256SUMS.sig, so its sums are not signed");
    release.refuses(&[], "release", "no release has been signed yet");
    release.refuses(&["--unsigned", "--key", "key.pub"], "release", "exclude each other");
    release.installs(&["--unsigned"], "release");
}

#[test]
fn sums_that_were_changed_after_they_were_signed_are_refused() {
    let release = Release::signed();
    fs::write(release.archive(), "something else").expect("a file");
    release.refuses(&KEY, "release", "is not what SHA256SUMS says");
    // Checksums that match the changed archive do not match the signature.
    let signature = fs::read(release.folder().join("SHA256SUMS.sig")).expect("a signature");
    release.write_sums();
    fs::write(release.folder().join("SHA256SUMS.sig"), signature).expect("a file");
    release.refuses(&KEY, "release", "SHA256SUMS of release is not what the key SHA256:");
}

#[test]
fn a_signature_by_another_key_or_for_another_purpose_is_refused() {
    let release = Release::signed();
    release.make_key("other");
    release.refuses(&["--key", "other.pub"], "release", "is not what the key SHA256:");
    fs::remove_file(release.folder().join("SHA256SUMS.sig")).expect("a file");
    ok(Command::new("ssh-keygen")
        .args(["-q", "-Y", "sign", "-n", "file", "-f"])
        .arg(release.path("key"))
        .arg(release.folder().join("SHA256SUMS")));
    release.refuses(&KEY, "release", "is not what the key SHA256:");
    fs::write(release.path("none.pub"), "no key\n").expect("a file");
    release.refuses(&["--key", "none.pub"], "release", "holds no public key");
    release.refuses(&["--key", "absent.pub"], "release", "is not a file");
}

#[test]
fn a_folder_that_holds_something_else_stays_as_it_is() {
    let release = Release::signed();
    let own = release.path("prefix/lib/faultline/notes.txt");
    fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
    fs::write(&own, "mine").expect("a file");
    let done = release.install(&KEY, "release");
    assert!(String::from_utf8_lossy(&done.stderr).contains("holds no Faultline"), "{done:?}");
    assert_eq!(fs::read_to_string(own).expect("a file"), "mine");
}

#[test]
fn a_release_is_signed_by_the_key_that_its_installer_holds_and_by_no_other() {
    let release = Release::new();
    let refused = release.sign("key", &[]);
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && told.contains("is not the release key in install.sh"), "{told}");
    assert!(!release.folder().join("SHA256SUMS.sig").exists());

    let script = fs::read_to_string(release.folder().join("install.sh")).expect("the script");
    let key = fs::read_to_string(release.path("key.pub")).expect("a key");
    let with_key = script.replacen("release_key=''", &format!("release_key='{}'", key.trim_end()), 1);
    assert_ne!(script, with_key, "the script has a place for the key");
    fs::write(release.folder().join("install.sh"), with_key).expect("the script");
    release.write_sums();
    let done = release.sign("key", &[]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    // As users do, with the release's script and no option.
    ok(Command::new("sh")
        .arg(release.folder().join("install.sh"))
        .args(["--platform", "linux-x86_64", "--prefix"])
        .arg(release.path("prefix"))
        .arg(release.folder()));
    ok(Command::new(release.path("prefix/bin/faultline")).arg("--version"));
}

#[test]
fn without_a_key_nothing_is_signed_and_a_line_says_so() {
    let release = Release::new();
    let said =
        ok(Command::new(self::release("sign.sh")).arg(release.folder()).env_remove("FAULTLINE_SIGNING_KEY"));
    assert!(said.starts_with("== not signed: FAULTLINE_SIGNING_KEY names no key"), "{said}");
    assert_eq!(said.lines().count(), 1);
    assert!(!release.folder().join("SHA256SUMS.sig").exists());
}

/// Python's HTTPS server on this machine; stopped when dropped.
struct Server {
    process: Child,
    port: String,
}

impl Server {
    /// Serves `folder` over https with the key and certificate of `server.pem`, or redirects every request to
    /// `redirected_to`.
    fn start(release: &Release, redirected_to: &str) -> Self {
        const SCRIPT: &str = r#"
import http.server, ssl, sys
class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments): pass
    def do_GET(self):
        if not sys.argv[3]: return super().do_GET()
        self.send_response(302); self.send_header("Location", sys.argv[3] + self.path); self.end_headers()
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *a: Handler(*a, directory=sys.argv[1]))
if sys.argv[2]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER); context.load_cert_chain(sys.argv[2])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
"#;
        let certificate = release.path("server.pem");
        let mut process = Command::new("python3")
            .args(["-c", SCRIPT])
            .arg(release.folder())
            .arg(if redirected_to == "plain" { Path::new("") } else { &certificate })
            .arg(if redirected_to == "plain" { "" } else { redirected_to })
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let mut port = String::new();
        BufReader::new(process.stdout.as_mut().expect("its output")).read_line(&mut port).expect("a port");
        Self { process, port: port.trim_end().to_owned() }
    }

    fn url(&self, scheme: &str) -> String {
        format!("{scheme}://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn make_certificate(release: &Release) {
    let file = release.path("server.pem");
    ok(Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
        ])
        .args(["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout"])
        .arg(&file)
        .arg("-out")
        .arg(release.path("certificate.pem")));
    let both = fs::read_to_string(&file).expect("a key")
        + &fs::read_to_string(release.path("certificate.pem")).expect("a certificate");
    fs::write(file, both).expect("a file");
}

#[test]
fn a_url_is_fetched_by_https_alone_also_where_it_is_redirected() {
    let release = Release::signed();
    make_certificate(&release);
    let plain = Server::start(&release, "plain");
    release.refuses(&KEY, &plain.url("http"), "because only https keeps others from changing it");
    release.refuses(&KEY, &plain.url("ftp"), "because only https keeps others from changing it");
    release.refuses(&KEY, &plain.url("HTTP"), "because only https keeps others from changing it");
    let away = Server::start(&release, &plain.url("http"));
    release.refuses(&KEY, &away.url("https"), "/SHA256SUMS cannot be fetched by https");
    let secure = Server::start(&release, "");
    release.refuses(&["--unsigned"], &secure.url("https"), "--unsigned is for a folder");
    let onward = Server::start(&release, &secure.url("https"));
    release.installs(&KEY, &onward.url("https"));
}
