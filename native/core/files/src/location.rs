//! Locations of classes, as stored in recordings.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;

/// The path of a location, which is a path or a `file:` URL.
pub fn path_of(location: &str) -> PathBuf {
    PathBuf::from(place(location, cfg!(windows)))
}

/// In URLs, a Windows path has a slash before its drive.
fn place(location: &str, is_windows: bool) -> String {
    let Some(path) = location.strip_prefix("file:") else { return location.to_owned() };
    let path = percent_decode_str(path).decode_utf8_lossy().into_owned();
    match path.strip_prefix('/') {
        Some(rest) if is_windows && rest.get(1..).is_some_and(|end| end.starts_with(':')) => rest.to_owned(),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn locations_are_paths_or_file_urls() {
        assert_eq!(path_of("/a/b c"), Path::new("/a/b c"));
        assert_eq!(path_of("file:/a/b%20c/%C3%A9/"), Path::new("/a/b c/é/"));
        assert_eq!(path_of("file:/a/100%"), Path::new("/a/100%"));
    }

    #[test]
    fn paths_in_urls_begin_with_the_drive_on_windows() {
        assert_eq!(place("file:/C:/a%20b/c.jar", true), "C:/a b/c.jar");
        assert_eq!(place("file:/C:/a", false), "/C:/a");
        assert_eq!(place("file:/", true), "/");
        assert_eq!(place(r"C:\a b", true), r"C:\a b");
    }
}
