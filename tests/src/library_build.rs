//! A pom around a library's released classes and tests, for libraries whose own build is in no archive.

use std::fmt::Write as _;

/// Group, artifact and version.
pub type Coordinates<'a> = [&'a str; 3];

/// A build that unpacks a library's released classes, sources and tests, and runs the tests in a folder of their own.
#[derive(Clone, Debug)]
pub struct LibraryBuild<'a> {
    /// The library.
    pub library: Coordinates<'a>,
    /// Dependencies of its tests.
    pub dependencies: Vec<Coordinates<'a>>,
    /// Patterns of test classes that are left out, each with its reason.
    pub excludes: Vec<[&'a str; 2]>,
    /// Folders below `src/test` where tests expect the resources of their jar.
    pub folders: &'a [&'a str],
}

impl LibraryBuild<'_> {
    /// The text of its `pom.xml`. `mvn process-resources` unpacks the library.
    pub fn pom(&self) -> String {
        let mut dependencies = String::new();
        for dependency in &self.dependencies {
            // Writing to a string cannot fail.
            let _ =
                writeln!(dependencies, "    <dependency>{}<scope>test</scope></dependency>", gav(dependency));
        }
        let mut excludes = String::new();
        for [pattern, why] in &self.excludes {
            let _ = writeln!(excludes, "            <!-- {why} --><exclude>{pattern}</exclude>");
        }
        let items = self.items();
        format!(
            r#"<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.faultline.libraries</groupId>
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
            artifact = self.library[1]
        )
    }

    /// What is unpacked, and where.
    fn items(&self) -> String {
        let item = |inside: &str, to: &str| {
            format!(
                "                <artifactItem>{}{inside}<outputDirectory>{to}</outputDirectory></artifactItem>\n",
                gav(&self.library)
            )
        };
        let tests = "<classifier>tests</classifier>";
        let mut items = [
            item("", "${project.build.outputDirectory}"),
            item("<classifier>sources</classifier>", "${library}/src/main/java"),
            item(tests, "${project.build.testOutputDirectory}"),
        ]
        .concat();
        for folder in self.folders {
            let resources = format!("{tests}<excludes>**/*.class</excludes>");
            items.push_str(&item(&resources, &format!("${{library}}/src/test/{folder}")));
        }
        items
    }
}

fn gav([group, artifact, version]: &Coordinates<'_>) -> String {
    format!("<groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>")
}
