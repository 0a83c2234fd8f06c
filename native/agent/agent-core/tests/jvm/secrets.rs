//! Secrets passed to a JVM are in no file.

use std::fs;

use crate::harness::{folder, only_recording, with_library};

/// A variable that cargo sets for tests, so that the run of which the JVM is has it.
#[cfg(target_os = "linux")]
const REMOVED: &str = "CARGO_PKG_NAME";
/// Variables that only the JVM has, one of them Faultline's own.
#[cfg(target_os = "linux")]
const ENVIRONMENT: [(&str, &str); 3] =
    [("TEST_TOKEN", "hush-of-variable"), ("DB_HOST", "h:1"), ("FAULTLINE_TEST", "hush-of-ours")];

#[test]
#[cfg(unix)]
fn secrets_of_a_jvm_and_its_tests_are_named_and_in_no_file() {
    use std::os::unix::fs::PermissionsExt as _;
    let output = folder("secrets").join("made");
    let options = ["-Dmy.password=hush-of-option", "-Dproxy=http://u:hush-in-proxy@h:80", "-Dplain=here"];
    let mut java = with_library("Secrets", &output, &options);
    let tool_options = java.env("JAVA_TOOL_OPTIONS", "-DapiKey=hush-of-tools").output().expect("java");
    assert!(tool_options.status.success(), "{}", String::from_utf8_lossy(&tool_options.stderr));
    let file = fs::read_dir(&output).unwrap().next().unwrap().unwrap().path();
    let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
    assert!(!text.contains("hush"), "a secret is in the file");
    let (recording, _) = only_recording(&output);
    let launch = recording.launch.unwrap();
    for argument in [
        "-Dmy.password=${env:FAULTLINE_SECRET_MY_PASSWORD}",
        "-Dproxy=http://u:${env:FAULTLINE_SECRET_PROXY_PASSWORD}@h:80",
        "-Dplain=here",
        "-DapiKey=${env:FAULTLINE_SECRET_APIKEY}",
    ] {
        assert!(launch.arguments.iter().any(|kept| kept == argument), "{argument}: {:?}", launch.arguments);
    }
    let property = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    assert_eq!(
        launch.properties,
        [
            property("test.token", "${env:FAULTLINE_SECRET_TEST_TOKEN}"),
            property("db.url", "jdbc:x://u:${env:FAULTLINE_SECRET_DB_URL_PASSWORD}@h/d"),
            property("k", "v"),
        ]
    );
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&output), mode(&file)), (0o700, 0o600));
}

#[test]
#[cfg(target_os = "linux")]
fn what_the_build_changed_in_the_environment_is_recorded_without_secrets() {
    let output = folder("environment").join("made");
    let run = format!("-Dtest.run={}", std::process::id());
    let mut java = with_library("Secrets", &output, &[&*run]);
    let ended = java.envs(ENVIRONMENT).env_remove(REMOVED).output().expect("java");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    let file = fs::read_dir(&output).unwrap().next().unwrap().unwrap().path();
    let text = String::from_utf8_lossy(&fs::read(&file).unwrap()).into_owned();
    assert!(!text.contains("hush"), "a secret is in the file");
    let (recording, _) = only_recording(&output);
    let variable = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
    assert_eq!(
        recording.launch.unwrap().environment,
        [
            variable(REMOVED, None),
            variable("DB_HOST", Some("h:1")),
            // The first variable of the name is that of a property.
            variable("TEST_TOKEN", Some("${env:FAULTLINE_SECRET_TEST_TOKEN_2}")),
        ]
    );
}
