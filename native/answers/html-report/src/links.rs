//! Links from lines of sources into an editor, or to the pages of a repository's host.
//!
//! Without a choice there are none: a path of this machine says nothing to another reader of a shared report, and an address
//! of a commit that was never pushed leads nowhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use faultline_escape::uri;
use faultline_files::{limits, regular};
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use faultline_vcs_history::{Checkout, State, WebPages};
use maud::{Markup, html};

/// Editors with names, what their links are called, and their addresses.
const EDITORS: [(&str, &str, &str); 2] = [
    ("vscode", "open in VS Code", "vscode://file/{path}:{line}"),
    ("idea", "open in IDEA", "idea://open?file={path}&line={line}"),
];
/// Schemes of addresses that open a file or a page. Others, such as `javascript`, could run code in the report.
const SCHEMES: [&str; 15] = [
    "http",
    "https",
    "vscode",
    "vscode-insiders",
    "vscodium",
    "cursor",
    "windsurf",
    "zed",
    "idea",
    "jetbrains",
    "subl",
    "txmt",
    "mvim",
    "nova",
    "emacs",
];
/// What may stand in an address for the file and the line.
const PATH: &str = "{path}";
const FILE: &str = "{file}";
const LINE: &str = "{line}";

/// Where links of lines lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Editor {
    /// An editor's address, with [`PATH`] or [`FILE`], and [`LINE`].
    Address {
        /// What the links are called.
        label: &'static str,
        /// The address.
        template: String,
    },
    /// The web pages of the repository, at the commit of the recording.
    Web,
}

impl Editor {
    /// Reads the value of `--editor`. Errors: it is no editor's name and no address that can be used, as a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text == "web" {
            return Ok(Self::Web);
        }
        if let Some((_, label, template)) = EDITORS.iter().find(|(name, ..)| *name == text) {
            return Ok(Self::Address { label, template: (*template).to_owned() });
        }
        let Some((scheme, rest)) = text.split_once(':') else {
            return Err("it is vscode, idea, web, or an address with {path} and {line}".to_owned());
        };
        let scheme = scheme.to_ascii_lowercase();
        if !SCHEMES.contains(&scheme.as_str()) {
            let scheme = printable(&scheme);
            return Err(format!(
                "a link of the scheme {scheme} may do more than open a file; use one of {}",
                SCHEMES.join(", ")
            ));
        }
        let authority = rest.trim_start_matches('/').split(['/', '?', '#']).next().unwrap_or_default();
        if authority.contains('@') {
            return Err(
                "the address has the name of a user or a password, which all readers of the report could see"
                    .to_owned(),
            );
        }
        let fixed = [PATH, FILE, LINE].iter().fold(text.to_owned(), |text, part| text.replace(part, ""));
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !b"\"'<>\\^`{|}".contains(&byte);
        if !fixed.bytes().all(is_plain) {
            return Err("the address has characters that addresses cannot have, or braces besides {path}, {file} and {line}".to_owned());
        }
        if !(text.contains(PATH) || text.contains(FILE)) || !text.contains(LINE) {
            return Err(
                "the address needs {path} (absolute) or {file} (below the project), and {line}".to_owned()
            );
        }
        Ok(Self::Address { label: "open in the editor", template: text.to_owned() })
    }
}

/// Makes links of lines.
#[derive(Debug, Default)]
pub struct Links {
    base: PathBuf,
    target: Option<Target>,
}

#[derive(Debug)]
enum Target {
    Address { label: &'static str, template: String },
    Web { committed: Box<Mutex<Committed>>, pages: WebPages },
}

impl Links {
    /// The links of a report. `base` is the folder to which paths of sources are relative, `commit` the one of the
    /// recording, if it is known. Errors: the repository has no known web pages, or lacks the commit.
    pub fn of(editor: Option<&Editor>, base: &Path, commit: Option<&str>) -> Result<Self, Failure> {
        let base = dunce::canonicalize(base).unwrap_or_else(|_| base.to_owned());
        let target = match editor {
            None => None,
            Some(Editor::Address { label, template }) => {
                Some(Target::Address { label, template: template.clone() })
            }
            Some(Editor::Web) => Some(web(&base, commit.unwrap_or("HEAD"))?),
        };
        Ok(Self { base, target })
    }

    /// The address of a line of a file. `None` without a choice; on the web also for a file that differs from the committed
    /// one, whose lines would be others.
    pub fn url(&self, file: &Path, line: u32) -> Option<String> {
        self.address(file, &|path, pages| pages.line(path, line), &line.to_string())
    }

    /// As [`Links::url`], with `{line}` in place of the line's number, for a script.
    pub fn template(&self, file: &Path) -> Option<String> {
        // No other part of an address has braces.
        let of_pages = |path: &str, pages: &WebPages| {
            let address = pages.line(path, 0);
            format!("{}{LINE}", &address[..address.len() - 1])
        };
        self.address(file, &of_pages, LINE)
    }

    fn address(
        &self,
        file: &Path,
        of_pages: &dyn Fn(&str, &WebPages) -> String,
        line: &str,
    ) -> Option<String> {
        let target = self.target.as_ref()?;
        let whole = self.base.join(file);
        let whole = dunce::canonicalize(&whole).unwrap_or(whole);
        match target {
            Target::Address { template, .. } => filled(template, &self.base, &whole, line),
            Target::Web { committed, pages } => {
                let mut committed = committed.lock().unwrap_or_else(PoisonError::into_inner);
                committed.path(&whole).map(|path| of_pages(&path, pages))
            }
        }
    }

    /// A link to a line of a file; nothing where there is none.
    pub fn link(&self, file: &Path, line: u32) -> Markup {
        let url = self.url(file, line);
        html! { @if let Some(url) = url { " " a.editor href=(url) { (self.label()) } } }
    }

    /// What the links are called.
    pub fn label(&self) -> &'static str {
        match &self.target {
            Some(Target::Address { label, .. }) => label,
            _ => "open on the web",
        }
    }
}

/// The files that equal the committed ones; each is compared once.
#[derive(Debug)]
struct Committed {
    checkout: Checkout,
    known: HashMap<PathBuf, Option<String>>,
}

impl Committed {
    /// The encoded path of a file below the repository's root; `None` if the file differs from the committed one.
    fn path(&mut self, file: &Path) -> Option<String> {
        if !self.known.contains_key(file) {
            let path = self.compared(file);
            self.known.insert(file.to_owned(), path);
        }
        self.known.get(file)?.clone()
    }

    fn compared(&self, file: &Path) -> Option<String> {
        let path = self.checkout.path_of(file)?;
        let bytes = regular::read(file, limits::SOURCE).ok()?;
        let is_same = self.checkout.state(&path, &bytes).is_ok_and(|state| state == State::Untouched);
        is_same.then(|| uri::anywhere(&path.to_string()))
    }
}

fn web(base: &Path, commit: &str) -> Result<Target, Failure> {
    let cannot = |why: &str| {
        Failure::misuse(format!(
            "--editor web: {why}; name an editor, or an address with {{file}} and {{line}}"
        ))
    };
    let checkout = Checkout::at(base, commit).map_err(|error| cannot(&error.to_string()))?;
    let checkout =
        checkout.ok_or_else(|| cannot("there is no git repository with a commit around the recordings"))?;
    let origin = checkout.origin().ok_or_else(|| cannot("the repository has no remote `origin`"))?;
    let pages =
        WebPages::of_remote(&origin, &checkout.commit()).map_err(|error| cannot(&error.to_string()))?;
    let committed = Box::new(Mutex::new(Committed { checkout, known: HashMap::new() }));
    Ok(Target::Web { committed, pages })
}

/// An address with its parts filled in; `None` if it takes a path below the project, and the file lies elsewhere.
fn filled(template: &str, base: &Path, file: &Path, line: &str) -> Option<String> {
    let slashes =
        |path: &Path| uri::anywhere(&path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/"));
    let whole = slashes(file);
    let below = file.strip_prefix(base).ok().map(slashes);
    if below.is_none() && template.contains(FILE) {
        return None;
    }
    // An absolute path begins with the slash that may stand in front of it, unless that ends `file://`.
    let has_slash = template.contains("/{path}") && !template.contains("//{path}");
    let whole = if has_slash { whole.trim_start_matches('/') } else { &whole };
    let below = below.unwrap_or_default();
    Some(template.replace(PATH, whole).replace(FILE, &below).replace(LINE, line))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn url(editor: &str, file: &str) -> String {
        let editor = Editor::parse(editor).expect("an editor");
        let links = Links::of(Some(&editor), Path::new("/no such/project"), None).expect("links");
        links.url(Path::new(file), 7).expect("a link")
    }

    #[test]
    fn editors_have_links_with_the_absolute_path_and_the_line() {
        let table = [
            ("vscode", "src/A.java", "vscode://file/no%20such/project/src/A.java:7"),
            ("idea", "src/A&line=1.java", "idea://open?file=/no%20such/project/src/A%26line%3D1.java&line=7"),
            (
                "subl://open?url=file://{path}&line={line}",
                "A.java",
                "subl://open?url=file:///no%20such/project/A.java&line=7",
            ),
            (
                "https://git.example.org/x/{file}#L{line}",
                "src/A.java",
                "https://git.example.org/x/src/A.java#L7",
            ),
            ("VSCODE://file/{path}:{line}", "/else where/A.java", "VSCODE://file/else%20where/A.java:7"),
        ];
        for (editor, file, expected) in table {
            assert_eq!(url(editor, file), expected, "{editor}");
        }
    }

    #[test]
    fn without_a_choice_there_is_no_link() {
        let links = Links::of(None, Path::new("/project"), None).expect("no links");
        assert_eq!(
            (links.url(Path::new("A.java"), 1), links.link(Path::new("A.java"), 1).into_string()),
            (None, String::new())
        );
    }

    #[test]
    fn the_address_for_a_script_has_a_place_for_the_line() {
        let editor = Editor::parse("idea").expect("an editor");
        let links = Links::of(Some(&editor), Path::new("/p"), None).expect("links");
        assert_eq!(
            links.template(Path::new("A{line}.java")).as_deref(),
            Some("idea://open?file=/p/A%7Bline%7D.java&line={line}")
        );
    }

    #[test]
    fn addresses_that_could_do_more_than_open_a_file_are_refused_in_a_sentence() {
        let table = [
            ("javascript:alert(1)//{path}{line}", "the scheme javascript "),
            ("JavaScript://x/{path}%0a{line}", "the scheme javascript "),
            ("data:text/html,{path}{line}", "the scheme data "),
            ("file://{path}#{line}", "the scheme file "),
            (" https://x/{path}{line}", "the scheme  https "),
            ("java\nscript:{path}{line}", "the scheme java\\nscript "),
            ("vscode://file/{path}", "needs {path}"),
            ("vscode://file/{line}", "needs {path}"),
            ("https://x/{path}{line}{column}", "braces besides"),
            ("https://x/{path}{line}\"onclick=x", "characters"),
            ("https://me:secret@x/{path}{line}", "password"),
            ("emacs", "it is vscode, idea, web"),
            ("", "it is vscode, idea, web"),
        ];
        for (editor, why) in table {
            let refused = Editor::parse(editor).expect_err(editor);
            assert!(
                refused.contains(why) && !refused.contains('\n') && !refused.contains("secret"),
                "{editor}: {refused}"
            );
        }
    }

    #[test]
    fn the_web_needs_a_repository() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = Links::of(Some(&Editor::Web), folder.path(), None).expect_err("there is none");
        assert!(refused.to_string().starts_with("--editor web: there is no git repository"), "{refused}");
    }

    proptest! {
        #[test]
        fn no_path_gets_out_of_its_link(path in any::<String>()) {
            for editor in ["vscode", "idea"] {
                let url = url(editor, &path);
                prop_assert!(url.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"'<>`\\".contains(&byte)), "{url}");
                prop_assert!(url.starts_with("vscode://file/") || url.starts_with("idea://open?file="), "{url}");
                prop_assert_eq!(url.matches('&').count(), usize::from(editor == "idea"), "{}", url);
            }
        }
    }
}
