//! The folders below which the pages of a web application lie. A page is named by its path from there.

use std::path::Path;

/// Extensions of pages and of their parts.
const PAGES: [&str; 6] = ["jsp", "jspf", "jspx", "tag", "tagf", "tagx"];
/// Names of such folders in builds of Maven, Gradle, Ant and Eclipse.
const NAMES: [&str; 6] = ["webapp", "resources", "WebContent", "WebRoot", "web", "war"];

/// Whether files with this extension are pages.
pub fn is_page(extension: &str) -> bool {
    PAGES.contains(&extension)
}

/// Whether a file can be the one of this path: not if it is a page and another folder than that of an application
/// is above the path. Every folder may have an `index.jsp`.
pub fn may_hold(file: &Path, path: &str) -> bool {
    let extension = file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let Some(root) = file.ancestors().nth(Path::new(path).components().count()) else { return false };
    let is_named =
        || root.file_name().and_then(|name| name.to_str()).is_some_and(|name| NAMES.contains(&name));
    !is_page(extension) || is_named() || root.join("WEB-INF").is_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_lies_below_the_folder_of_an_application() {
        let folder = tempfile::tempdir().unwrap();
        let app = folder.path().join("pages");
        std::fs::create_dir_all(app.join("WEB-INF")).unwrap();
        assert!(may_hold(&app.join("index.jsp"), "index.jsp"));
        assert!(may_hold(&app.join("admin/index.jsp"), "admin/index.jsp"));
        assert!(!may_hold(&app.join("admin/index.jsp"), "index.jsp"), "the page of another path");
        assert!(may_hold(Path::new("/p/src/main/webapp/WEB-INF/a.jspf"), "WEB-INF/a.jspf"));
        assert!(may_hold(Path::new("/p/src/org/x/A.java"), "org/x/A.java"), "no page");
    }
}
