//! Secrets passed to a JVM are in no file.

use std::fs;

use crate::harness::{folder, only_recording, with_library};

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
