//! Lines that were translated from another file are shown as lines of that file: JSP, compiled by Tomcat's Jasper
//! (`docs/doctor.md`).

use std::fs;
use std::process::Command;

use faultline_tests::{Dist, Fixture, maven, run};
use serde_json::Value;

const JASPER: &str = "<dependency><groupId>org.apache.tomcat.embed</groupId>\
    <artifactId>tomcat-embed-jasper</artifactId><version>9.0.98</version></dependency>";
const PAGE: &str = "<%@ page contentType=\"text/plain\" %>\n\
    <%@ include file=\"/WEB-INF/parts/head.jspf\" %>\n\
    <%!\n\
    \x20 int half(int n) {\n\
    \x20   if (n > 7)\n\
    \x20     return n / 3;\n\
    \x20   return n / 2;\n\
    \x20 }\n\
    %>\n\
    <% int n = Integer.parseInt(request.getParameter(\"n\")); %>\n\
    Half is <%= half(n) %>.\n";
const PART: &str = "Number\n<%= request.getParameter(\"n\") %>\n";
const TEST: &str = r#"package org.example;

import java.io.*;
import java.net.*;
import java.util.*;
import org.apache.catalina.startup.Tomcat;
import org.junit.*;

public class PageTest {
    private static final Tomcat TOMCAT = new Tomcat();

    @BeforeClass
    public static void start() throws Exception {
        TOMCAT.setBaseDir(new File("target/tomcat").getAbsolutePath());
        TOMCAT.setPort(0);
        TOMCAT.addWebapp("", new File("src/main/webapp").getAbsolutePath());
        TOMCAT.getConnector();
        TOMCAT.start();
    }

    @AfterClass
    public static void stop() throws Exception {
        TOMCAT.stop();
        TOMCAT.destroy();
    }

    private static String page(int n) throws Exception {
        URL url = new URL("http://localhost:" + TOMCAT.getConnector().getLocalPort() + "/index.jsp?n=" + n);
        try (InputStream in = url.openStream()) {
            return new Scanner(in).useDelimiter("\\A").next();
        }
    }

    @Test
    public void halfOfFour() throws Exception {
        Assert.assertTrue(page(4).contains("Half is 2."));
    }

    @Test
    public void halfOfEight() throws Exception {
        Assert.assertTrue(page(8).contains("Half is 4."));
    }
}
"#;

/// A web application with one page, which Tomcat compiles while the tests run.
fn recorded(name: &str) -> Fixture {
    let fixture =
        Fixture::copy_as("builds/plain-java", env!("CARGO_TARGET_TMPDIR"), &format!("translated-{name}"));
    let write = |path: &str, text: &str| {
        let path = fixture.folder.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a source");
    };
    let pom = fixture.text("pom.xml");
    write("pom.xml", &pom.replace("<dependencies>", &format!("<dependencies>{JASPER}")));
    write("src/main/webapp/index.jsp", PAGE);
    write("src/main/webapp/admin/index.jsp", "another page\n");
    write("src/main/webapp/WEB-INF/parts/head.jspf", PART);
    write("src/test/java/org/example/PageTest.java", TEST);
    maven(Command::new("mvn").args(["-B", "-ntp", "-q", "test-compile"]), &fixture.folder).expect_code(0);
    let mut command = Dist::find().command(&["run", "--", "java", "-cp"]);
    command.args(["target/classes:target/test-classes:target/libraries/*", "org.junit.runner.JUnitCore"]);
    run(command.arg("org.example.PageTest"), &fixture.folder).expect_code(1);
    fixture
}

fn rank(fixture: &Fixture, options: &[&str]) -> String {
    let ranked = run(&mut Dist::find().command(&[&["rank"], options].concat()), &fixture.folder);
    ranked.expect_code(0);
    ranked.stdout
}

#[test]
fn a_fault_in_a_page_is_shown_in_the_page() {
    let fixture = recorded("page");
    let page = rank(&fixture, &["--width", "200"]);
    assert!(page.contains("Most likely index_jsp.half, line 6"), "{page}");
    assert!(page.contains("src/main/webapp/index.jsp:6"), "{page}");
    assert!(page.contains("return n / 3;"), "{page}");
    assert!(!page.contains("index_jsp.java"), "{page}");
    assert!(!page.contains("_jspInit"), "{page}");

    let json: Value = serde_json::from_str(&rank(&fixture, &["--level", "line", "--json"])).expect("JSON");
    let groups = json["groups"].as_array().expect("groups").iter();
    let suspects = groups.flat_map(|group| group["suspects"].as_array().expect("suspects"));
    let files: Vec<&str> = suspects.filter_map(|of| of["file"].as_str()).collect();
    assert!(files.contains(&"index.jsp") && files.contains(&"WEB-INF/parts/head.jspf"), "{json:#}");

    let doctor = run(&mut Dist::find().command(&["doctor"]), &fixture.folder);
    assert!(!doctor.stdout.contains("not found"), "{}", doctor.stdout);
}

#[test]
fn no_line_of_another_file_is_shown_where_the_page_is_gone() {
    let fixture = recorded("gone");
    fs::remove_file(fixture.folder.join("src/main/webapp/index.jsp")).expect("a page");
    let page = rank(&fixture, &["--width", "200"]);
    assert!(page.contains("Most likely index_jsp.half, line 6"), "{page}");
    assert!(page.contains("The source of index.jsp was not found"), "{page}");
    assert!(!page.contains("another page") && !page.contains("return"), "{page}");
}
