//! Paths of files as URIs of clients, and back.

use std::path::{Path, PathBuf};

use faultline_escape::uri;
use faultline_files::real;
use lsp_types::Uri;
use percent_encoding::percent_decode_str;

/// The real path of a file. `None` for other schemes (`untitled:`, `jdt:`, `git:`) and other hosts.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    path_of_text(uri.as_str())
}

/// As [`path_of`], for a text that need not be a URI: some clients do not escape brackets and bars.
pub fn path_of_text(text: &str) -> Option<PathBuf> {
    let rest = text.get(..5).filter(|scheme| scheme.eq_ignore_ascii_case("file:")).map(|_| &text[5..])?;
    let rest = rest.split(['?', '#']).next()?;
    // `file:/x` names the file `/x`, too.
    let path = rest.strip_prefix("//").map_or(rest, |rest| rest.strip_prefix("localhost").unwrap_or(rest));
    if !path.starts_with('/') {
        return None;
    }
    let path = percent_decode_str(path).decode_utf8().ok()?;
    Some(real(&native(&path)))
}

/// Windows writes `/c:/x`.
fn native(path: &str) -> PathBuf {
    let drive = path.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    PathBuf::from(drive.filter(|_| cfg!(windows)).unwrap_or(path))
}

/// The URI of an absolute path; `None` if the path has no UTF-8 form.
pub fn of_path(path: &Path) -> Option<Uri> {
    let text = path.to_str()?.replace('\\', if cfg!(windows) { "/" } else { "\\" });
    let slash = if text.starts_with('/') { "" } else { "/" };
    format!("file://{slash}{}", uri::path(&text)).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(uri: &str) -> Option<PathBuf> {
        path_of(&uri.parse().expect("a URI"))
    }

    #[test]
    fn paths_go_there_and_back() {
        for path in ["/a b/Ä#x%20/Foo$Bar.java", "/no/such/file.java", "/c:/x"] {
            let uri = of_path(Path::new(path)).expect("a URI");
            assert_eq!(path_of(&uri), Some(PathBuf::from(path)), "{}", uri.as_str());
        }
        assert_eq!(back("file:/no/file"), Some(PathBuf::from("/no/file")));
        assert_eq!(path_of_text("file:///no/[a]|^"), Some(PathBuf::from("/no/[a]|^")));
        assert_eq!(back("file://localhost/no/file%3A"), Some(PathBuf::from("/no/file:")));
    }

    #[test]
    fn other_schemes_and_hosts_are_no_files() {
        for uri in [
            "untitled:Untitled-1",
            "jdt://contents/x/y.class",
            "file://server/share/x",
            "git:/a/b?x",
            "a",
            "file:a",
        ] {
            assert_eq!(back(uri), None, "{uri}");
        }
        assert_eq!(back("file:///no/%FF"), None, "not UTF-8");
    }
}
