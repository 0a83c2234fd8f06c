//! The classes that the project's build has compiled, according to its output folders.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use faultline_build_reports::modules::{DEPTH, folders_in, modules_in};
use faultline_files::limits;

/// Class folders below a module; `*` is any folder.
const OUTPUTS: [&[&str]; 4] =
    [&["target", "classes"], &["build", "classes", "*", "*"], &["out", "production", "*"], &["bin"]];
/// Maximum number of class files and folders visited.
const MOST: usize = 50_000;

/// Binary names of compiled classes.
#[derive(Debug, Default)]
pub struct Compiled(HashSet<String>);

impl Compiled {
    /// The compiled classes of the modules in and below a folder.
    pub fn below(root: &Path) -> Self {
        let mut compiled = Self::default();
        let (mut level, mut looked_at) = (vec![root.to_owned()], 0);
        for _ in 0..DEPTH {
            for folder in level.iter().flat_map(|module| outputs(module)) {
                compiled.read(&folder, "", limits::PROJECT.depth, &mut looked_at);
            }
            looked_at += level.len();
            if looked_at > MOST {
                break;
            }
            level = level.iter().flat_map(|folder| modules_in(folder)).collect();
        }
        compiled
    }

    /// Whether no class file was found.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a class file of this name was found.
    pub fn has(&self, class: &str) -> bool {
        self.0.contains(class)
    }

    /// The names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    fn read(&mut self, folder: &Path, package: &str, depth: usize, looked_at: &mut usize) {
        for entry in limits::PROJECT.looked_at(folder) {
            *looked_at += 1;
            if *looked_at > MOST {
                return;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if depth > 0 {
                    self.read(&entry.path(), &format!("{package}{name}."), depth - 1, looked_at);
                }
            } else if let Some(class) = name.strip_suffix(".class") {
                self.0.insert(format!("{package}{class}"));
            }
        }
    }
}

fn outputs(module: &Path) -> Vec<PathBuf> {
    let find = |path: &&[&str]| {
        path.iter().fold(vec![module.to_owned()], |folders, part| match *part {
            "*" => folders.iter().flat_map(|folder| folders_in(folder)).collect(),
            name => folders.iter().map(|folder| folder.join(name)).collect(),
        })
    };
    OUTPUTS.iter().flat_map(find).filter(|folder| folder.is_dir() && !folder.ends_with("test")).collect()
}

/// Whether a pattern of `--include` or `--exclude` matches a class, with the agent's rules: `*` is any
/// characters, `?` is one, and a pattern with neither also matches nested classes.
pub fn matches(pattern: &str, class: &str) -> bool {
    if !pattern.contains(['*', '?']) {
        return class.strip_prefix(pattern).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
    }
    let (pattern, class): (Vec<char>, Vec<char>) = (pattern.chars().collect(), class.chars().collect());
    let (mut p, mut c, mut star) = (0, 0, None);
    while c < class.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, c));
                p += 1;
            }
            Some(&one) if one == '?' || one == class[c] => (p, c) = (p + 1, c + 1),
            _ => {
                // Backtrack: the last star takes one more character.
                let Some((at, taken)) = star else { return false };
                (p, c) = (at + 1, taken + 1);
                star = Some((at, taken + 1));
            }
        }
    }
    pattern[p..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn classes_are_found_but_not_by_links_nor_at_any_depth() {
        let folder = std::env::temp_dir().join(format!("faultline-compiled-{}", std::process::id()));
        let classes = folder.join("target/classes");
        let deep = classes.join("p/".repeat(limits::PROJECT.depth));
        fs::create_dir_all(deep.join("p")).unwrap();
        for file in [classes.join("A.class"), deep.join("B.class"), deep.join("p/C.class")] {
            fs::write(file, "").unwrap();
        }
        #[cfg(unix)]
        std::os::unix::fs::symlink(&classes, classes.join("around")).unwrap();
        let found = Compiled::below(&folder);
        fs::remove_dir_all(&folder).unwrap();
        let mut names: Vec<&str> = found.names().collect();
        names.sort_unstable();
        assert_eq!(names, ["A", &format!("{}B", "p.".repeat(limits::PROJECT.depth))]);
    }

    #[test]
    fn patterns_are_read_as_the_agent_reads_them() {
        for (pattern, class, taken) in [
            ("org.x.*", "org.x.y.Foo", true),
            ("org.x.*", "org.xy.Foo", false),
            ("*Foo", "org.x.FooFoo", true),
            ("*Foo", "org.x.FooBar", false),
            ("org.?.Foo", "org.x.Foo", true),
            ("org.?.Foo", "org.x.Foo$In", false),
            ("org.x.Foo", "org.x.Foo$In", true),
            ("org.x.Foo", "org.x.Food", false),
            ("*", "a", true),
        ] {
            assert_eq!(matches(pattern, class), taken, "{pattern} {class}");
        }
    }
}
