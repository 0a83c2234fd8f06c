//! Reads from build files how test JVMs are started.

use std::path::{Path, PathBuf};

use faultline_files::{limits, regular};

/// Settings of a pom that affect how test JVMs start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pom {
    /// The file.
    pub path: PathBuf,
    /// Whether it mentions our Maven plugin.
    pub has_plugin: bool,
    /// Values of `<argLine>` without a late-evaluated property (`@{x}`).
    pub arg_lines: Vec<String>,
    /// Values of `<jvm>` other than `java`.
    pub jvms: Vec<String>,
}

/// The poms of a project and of its modules, recursively, ordered by path.
pub fn poms(root: &Path) -> Vec<Pom> {
    let (mut poms, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        let path = folder.join("pom.xml");
        let Some((pom, modules)) =
            regular::read_to_string(&path, limits::BUILD_FILE).ok().and_then(|text| read(path, &text))
        else {
            continue;
        };
        poms.push(pom);
        if poms.len() < 1_000 {
            folders.extend(modules.into_iter().map(|module| folder.join(module)));
        }
    }
    poms.sort_by(|one, other| one.path.cmp(&other.path));
    poms
}

fn read(path: PathBuf, text: &str) -> Option<(Pom, Vec<String>)> {
    let document = roxmltree::Document::parse(text).ok()?;
    let values = |tag: &'static str| {
        document
            .descendants()
            .filter(move |node| node.tag_name().name() == tag)
            .filter_map(|node| node.text())
            .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|text| !text.is_empty())
    };
    // `@{x}` is evaluated when the tests start, `${x}` when the pom is read: too early for a property that a
    // plugin sets.
    let arg_lines = values("argLine").filter(|value| !value.contains("@{")).collect();
    let jvms = values("jvm").filter(|value| !value.contains('{') && !value.ends_with("java")).collect();
    let has_plugin = values("artifactId").any(|name| name == "faultline-maven-plugin");
    // A module can be a folder or a pom; poms are rare and left out.
    let modules = values("module").filter(|name| !name.contains('{')).collect();
    Some((Pom { path, has_plugin, arg_lines, jvms }, modules))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pom(inside: &str) -> (Pom, Vec<String>) {
        let text = format!(r#"<project xmlns="http://maven.apache.org/POM/4.0.0">{inside}</project>"#);
        read(PathBuf::from("pom.xml"), &text).unwrap()
    }

    #[test]
    fn an_arg_line_that_looks_a_property_up_late_keeps_the_agent() {
        let (kept, _) = pom("<argLine>@{argLine} -Xmx1g</argLine><jvm>${java.home}/bin/java</jvm>");
        assert_eq!((kept.arg_lines, kept.jvms), (vec![], vec![]));
        let (dropped, _) = pom("<argLine>\n -Xmx1g\n -ea </argLine><jvm>/opt/run.sh</jvm>");
        assert_eq!(
            (dropped.arg_lines, dropped.jvms),
            (vec!["-Xmx1g -ea".into()], vec!["/opt/run.sh".into()])
        );
    }

    #[test]
    fn our_plugin_and_the_modules_are_found_with_and_without_a_namespace() {
        let inside = "<artifactId>faultline-maven-plugin</artifactId><modules><module>a</module></modules>";
        let (pom, modules) = pom(inside);
        assert!(pom.has_plugin && modules == ["a"]);
        let bare = read(PathBuf::from("pom.xml"), &format!("<project>{inside}</project>")).unwrap();
        assert!(bare.0.has_plugin && bare.1 == ["a"]);
    }
}
