//! A build around a library's released classes and tests, for libraries whose own build is in no archive.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::ran::{ended_well, within};
use super::table::{Project, parts};

/// Writes the pom and unpacks the released classes, their sources and the tests. Errors: Maven's first error.
pub fn lay_out(project: &Project, folder: &Path) -> Result<(), String> {
    let path = folder.join("pom.xml");
    fs::write(&path, pom(project)).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut maven = Command::new("mvn");
    maven.args(["-B", "-ntp", "-q", "process-resources"]);
    ended_well(&within(&mut maven, folder)?)
}

fn gav([group, artifact, version]: [&str; 3]) -> String {
    format!("<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>")
}

fn pom(project: &Project) -> String {
    let coordinates = project.coordinates();
    let mut dependencies = String::new();
    for dependency in &project.dependencies {
        // Writing to a string cannot fail.
        let _ = writeln!(
            dependencies,
            "    <dependency>{}<scope>test</scope></dependency>",
            gav(parts(dependency))
        );
    }
    let mut excludes = String::new();
    for [pattern, why] in &project.excludes {
        let _ = writeln!(excludes, "            <!-- {why} --><exclude>{pattern}</exclude>");
    }
    let item = |inside: &str, to: &str| {
        format!(
            "                <artifactItem>{}{inside}<outputDirectory>{to}</outputDirectory></artifactItem>\n",
            gav(coordinates)
        )
    };
    let tests = "<classifier>tests</classifier>";
    let items = [
        item("", "${project.build.outputDirectory}"),
        item("<classifier>sources</classifier>", "${library}/src/main/java"),
        item(tests, "${project.build.testOutputDirectory}"),
        item(&format!("{tests}<excludes>**/*.class</excludes>"), "${library}/src/test/resources"),
    ]
    .concat();
    format!(
        r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.faultline.projects</groupId>
  <artifactId>{artifact}</artifactId>
  <version>1</version>
  <properties>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
    <library>${{project.build.directory}}/library</library>
  </properties>
  <dependencies>
{dependencies}  </dependencies>
  <build>
    <plugins>
      <plugin>
        <artifactId>maven-dependency-plugin</artifactId>
        <version>3.8.1</version>
        <executions>
          <execution>
            <phase>process-resources</phase>
            <goals><goal>unpack</goal></goals>
            <configuration>
              <artifactItems>
{items}              </artifactItems>
            </configuration>
          </execution>
        </executions>
      </plugin>
      <plugin>
        <artifactId>maven-surefire-plugin</artifactId>
        <version>3.5.6</version>
        <configuration>
          <workingDirectory>${{library}}</workingDirectory>
          <argLine>--add-opens java.base/java.lang=ALL-UNNAMED --add-opens java.base/java.util=ALL-UNNAMED</argLine>
          <excludes>
            <exclude>**/*$*</exclude>
{excludes}          </excludes>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
"#,
        artifact = coordinates[1]
    )
}
