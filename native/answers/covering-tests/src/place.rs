//! Resolves a name to a method or a line.

use std::collections::BTreeSet;

use faultline_fault_ranking::named;
use faultline_messages::failure::Failure;
use faultline_messages::names;
use faultline_spectrum::{Class, ClassId, ElementId, MethodId, Spectrum};

/// Number of names listed if a name is ambiguous.
const LISTED: usize = 5;

/// A method, or a line of a file.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its columns of the spectrum.
    pub elements: Vec<ElementId>,
    /// Its class, or the first class of its file.
    pub class: ClassId,
    /// Its methods.
    pub methods: Vec<MethodId>,
    /// The line number, if it is a line.
    pub line: Option<u32>,
}

/// Resolves `Foo.bar`, `Foo.bar(int)`, `Foo.java:42`, `src/main/java/org/x/Foo.java:42` or `org.x.Foo:42`.
/// Errors: nothing matches, or several things do.
pub fn place(spectrum: &Spectrum, name: &str) -> Result<Place, Failure> {
    let line = name.trim().rsplit_once(':').and_then(|(file, line)| Some((file, line.trim().parse().ok()?)));
    match line {
        Some((file, line)) if !file.is_empty() && !file.ends_with(':') => {
            of_line(spectrum, file.trim(), line)
        }
        _ => of_method(spectrum, name),
    }
}

fn of_method(spectrum: &Spectrum, name: &str) -> Result<Place, Failure> {
    let all = (0..spectrum.methods.len()).map(MethodId::new);
    let meant: Vec<MethodId> = all.filter(|&id| named::means(spectrum, id, name)).collect();
    let called: BTreeSet<String> = meant.iter().map(|&id| long(spectrum, id)).collect();
    match (meant.first(), called.len()) {
        (Some(&first), 1) => {
            let elements = elements_of(spectrum, |of| meant.contains(&of));
            let class = spectrum.methods[first.index()].class;
            Ok(Place { elements, class, methods: meant, line: None })
        }
        (None, _) => Err(Failure::misuse(format!(
            "no recorded method is called {name:?}; write a method as Class.method, a line as File.java:42, and only \
             code of the project that tests loaded is recorded"
        ))),
        _ => {
            let listed: Vec<_> = called.iter().take(LISTED).cloned().collect();
            let more = if called.len() > LISTED { ", …" } else { "" };
            Err(Failure::misuse(format!("{name:?} may be {}{more}; say which", listed.join(" or "))))
        }
    }
}

fn long(spectrum: &Spectrum, id: MethodId) -> String {
    let [_, long] = named::names(spectrum, id);
    long
}

fn of_line(spectrum: &Spectrum, file: &str, line: u32) -> Result<Place, Failure> {
    let classes: Vec<ClassId> = (0..spectrum.classes.len())
        .map(ClassId::new)
        .filter(|class| is_of(&spectrum.classes[class.index()], file))
        .collect();
    let Some(&class) = classes.first() else {
        return Err(Failure::misuse(format!(
            "no recorded class belongs to {file:?}; name the source file or the class before the colon, as in \
             Foo.java:42"
        )));
    };
    let paths: BTreeSet<String> =
        classes.iter().map(|&class| source(&spectrum.classes[class.index()])).collect();
    if paths.len() > 1 {
        let listed: Vec<_> = paths.iter().take(LISTED).cloned().collect();
        return Err(Failure::misuse(format!("{file:?} may be {}; say which", listed.join(" or "))));
    }
    let is_there = |of: MethodId| classes.contains(&spectrum.methods[of.index()].class);
    let of_file = elements_of(spectrum, is_there);
    let elements: Vec<ElementId> =
        of_file.iter().copied().filter(|element| spectrum.elements[element.index()].line == line).collect();
    if elements.is_empty() {
        let lines: BTreeSet<u32> =
            of_file.iter().map(|element| spectrum.elements[element.index()].line).collect();
        let before = lines.range(..line).next_back().map(u32::to_string);
        let after = lines.range(line..).next().map(u32::to_string);
        let near: Vec<_> = before.into_iter().chain(after).collect();
        return Err(Failure::misuse(format!(
            "line {line} of {} has no code; the nearest lines with code: {}",
            source(&spectrum.classes[class.index()]),
            if near.is_empty() { "none".to_owned() } else { near.join(" and ") }
        )));
    }
    let methods: BTreeSet<MethodId> =
        elements.iter().map(|element| spectrum.elements[element.index()].method).collect();
    let class = methods.first().map_or(class, |method| spectrum.methods[method.index()].class);
    Ok(Place { elements, class, methods: methods.into_iter().collect(), line: Some(line) })
}

fn elements_of(spectrum: &Spectrum, is_meant: impl Fn(MethodId) -> bool) -> Vec<ElementId> {
    let all = (0..spectrum.elements.len()).map(ElementId::new);
    all.filter(|element| is_meant(spectrum.elements[element.index()].method)).collect()
}

/// The source path of a class, or its name.
pub(crate) fn source(class: &Class) -> String {
    class.source_path().unwrap_or_else(|| class.name.clone())
}

/// Whether a class belongs to a file, or has this name.
pub(crate) fn is_of(class: &Class, file: &str) -> bool {
    let ends = |whole: &str, part: &str, between: char| {
        whole == part || whole.strip_suffix(part).is_some_and(|before| before.ends_with(between))
    };
    let of_path = class.source_path().is_some_and(|path| ends(&path, file, '/') || ends(file, &path, '/'));
    let asked = file.replace('$', ".");
    of_path || asked == names::simple_class(&class.name) || asked == class.name.replace('$', ".")
}
