//! Cobertura's XML report: `coverage-04.dtd`.

use crate::Covered;
use crate::covered::{Class, Lines, missed_and_covered};
use crate::xml::Document;

pub const DOCTYPE: &str = "coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"";

/// Formats the report. Branches are unknown and complexity is not computed: both are 0.
pub fn write(covered: &Covered, millis: u128) -> String {
    let (missed, run) = sum(covered.classes());
    let [rate, run, all, when] =
        [rate((missed, run)), run.to_string(), (missed + run).to_string(), millis.to_string()];
    let attributes = [
        ("line-rate", rate.as_str()),
        ("branch-rate", "0"),
        ("lines-covered", &run),
        ("lines-valid", &all),
        ("branches-covered", "0"),
        ("branches-valid", "0"),
        ("complexity", "0"),
        ("version", concat!("faultline ", env!("CARGO_PKG_VERSION"))),
        ("timestamp", &when),
    ];
    let mut document = Document::new(DOCTYPE);
    document.element("coverage", &attributes, |coverage| {
        coverage.element("sources", &[], |sources| sources.text("source", "."));
        coverage.element("packages", &[], |packages| {
            for (name, package) in &covered.packages {
                let rate = self::rate(sum(package.classes.iter()));
                let name = name.replace('/', ".");
                packages.element("package", &rated(&[("name", &name)], &rate), |of| {
                    of.element("classes", &[], |classes| {
                        package.classes.iter().for_each(|class| of_class(classes, class));
                    });
                });
            }
        });
    });
    document.finish()
}

fn of_class(document: &mut Document, class: &Class) {
    let lines = class.lines();
    let rate = rate(missed_and_covered(lines.values()));
    let named = [("name", class.name.as_str()), ("filename", &class.path)];
    document.element("class", &rated(&named, &rate), |of| {
        of.element("methods", &[], |methods| {
            for method in &class.methods {
                let rate = self::rate(missed_and_covered(method.lines.values()));
                let named = [("name", method.name.as_str()), ("signature", &method.descriptor)];
                methods.element("method", &rated(&named, &rate), |of| of_lines(of, &method.lines));
            }
        });
        of_lines(of, &lines);
    });
}

fn of_lines(document: &mut Document, lines: &Lines) {
    document.element("lines", &[], |of| {
        for (line, hits) in lines {
            let (number, hits) = (line.to_string(), hits.to_string());
            of.empty("line", &[("number", &number), ("hits", &hits), ("branch", "false")]);
        }
    });
}

fn rated<'a>(named: &[(&'a str, &'a str)], rate: &'a str) -> Vec<(&'a str, &'a str)> {
    let rates = [("line-rate", rate), ("branch-rate", "0"), ("complexity", "0")];
    named.iter().copied().chain(rates).collect()
}

fn sum<'c>(classes: impl Iterator<Item = &'c Class>) -> (usize, usize) {
    let of = classes.map(|class| missed_and_covered(class.lines().values()));
    of.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1))
}

fn rate((missed, covered): (usize, usize)) -> String {
    let share = if covered == 0 { 0.0 } else { covered as f64 / (missed + covered) as f64 };
    format!("{share:.4}")
}
