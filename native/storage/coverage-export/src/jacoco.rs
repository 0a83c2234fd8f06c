//! `JaCoCo`'s XML report: <https://www.jacoco.org/jacoco/trunk/coverage/report.dtd>.

use crate::Covered;
use crate::covered::{Class, Lines, Method, Package, missed_and_covered};
use crate::xml::Document;

pub const DOCTYPE: &str = "report PUBLIC \"-//JACOCO//DTD Report 1.1//EN\" \"report.dtd\"";

/// Missed and covered lines, methods and classes. Instructions and branches are unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counters {
    lines: (usize, usize),
    methods: (usize, usize),
    classes: (usize, usize),
}

/// Formats the report.
pub fn write(covered: &Covered, name: &str) -> String {
    let mut document = Document::new(DOCTYPE);
    document.element("report", &[("name", name)], |report| {
        for (name, package) in &covered.packages {
            report.element("package", &[("name", name)], |of| of_package(of, package));
        }
        let all = covered.packages.values().map(counters_of_package);
        counters(report, all.fold(Counters::default(), Counters::and));
    });
    document.finish()
}

fn of_package(document: &mut Document, package: &Package) {
    for class in &package.classes {
        let internal = class.name.replace('.', "/");
        let mut attributes = vec![("name", internal.as_str())];
        attributes.extend(class.source_file.as_deref().map(|file| ("sourcefilename", file)));
        document.element("class", &attributes, |of| of_class(of, class));
    }
    for (file, lines) in package.files() {
        document.element("sourcefile", &[("name", file)], |of| {
            for (line, &hits) in &lines {
                let (number, missed, run) = (line.to_string(), flag(hits == 0), flag(hits > 0));
                of.empty("line", &[("nr", &number), ("mi", missed), ("ci", run), ("mb", "0"), ("cb", "0")]);
            }
            let of_file = package.classes.iter().filter(|class| class.source_file.as_deref() == Some(file));
            let sum = of_file.map(counters_of_class).fold(Counters::default(), Counters::and);
            counters(of, Counters { lines: count(&lines), ..sum });
        });
    }
    counters(document, counters_of_package(package));
}

fn of_class(document: &mut Document, class: &Class) {
    for method in &class.methods {
        let line = method.first().to_string();
        let attributes = [("name", method.name.as_str()), ("desc", &method.descriptor), ("line", &line)];
        document.element("method", &attributes, |of| counters(of, counters_of_method(method)));
    }
    counters(document, counters_of_class(class));
}

fn counters(document: &mut Document, counters: Counters) {
    let kinds = [("LINE", counters.lines), ("METHOD", counters.methods), ("CLASS", counters.classes)];
    for (kind, (missed, covered)) in kinds.into_iter().filter(|(_, (missed, covered))| missed + covered > 0) {
        let (missed, covered) = (missed.to_string(), covered.to_string());
        document.empty("counter", &[("type", kind), ("missed", &missed), ("covered", &covered)]);
    }
}

fn counters_of_method(method: &Method) -> Counters {
    let lines = count(&method.lines);
    Counters { lines, methods: one(lines.1 > 0), classes: (0, 0) }
}

fn counters_of_class(class: &Class) -> Counters {
    let methods = class.methods.iter().map(counters_of_method).fold(Counters::default(), Counters::and);
    let lines = count(&class.lines());
    Counters { lines, classes: one(lines.1 > 0), ..methods }
}

fn counters_of_package(package: &Package) -> Counters {
    let sum = package.classes.iter().map(counters_of_class).fold(Counters::default(), Counters::and);
    // Nested classes share lines with their enclosing classes; classes without a file share none.
    let files = package.files();
    let in_files = files.values().map(count).fold((0, 0), plus);
    let others = package.classes.iter().filter(|class| class.source_file.is_none());
    let lines = others.map(|class| count(&class.lines())).fold(in_files, plus);
    Counters { lines, ..sum }
}

impl Counters {
    fn and(self, other: Self) -> Self {
        Self {
            lines: plus(self.lines, other.lines),
            methods: plus(self.methods, other.methods),
            classes: plus(self.classes, other.classes),
        }
    }
}

fn plus(a: (usize, usize), b: (usize, usize)) -> (usize, usize) {
    (a.0 + b.0, a.1 + b.1)
}

fn one(is_covered: bool) -> (usize, usize) {
    if is_covered { (0, 1) } else { (1, 0) }
}

fn count(lines: &Lines) -> (usize, usize) {
    missed_and_covered(lines.values())
}

fn flag(is_set: bool) -> &'static str {
    if is_set { "1" } else { "0" }
}
