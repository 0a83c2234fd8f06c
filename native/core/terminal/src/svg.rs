//! Writes and recognises SVG files.

/// The root attribute that identifies Faultline's pictures; its value is the kind of picture.
pub const MARK: &str = "data-faultline";
/// The elements that Faultline's pictures use.
const ELEMENTS: [&str; 9] = ["circle", "g", "line", "polyline", "rect", "style", "svg", "text", "title"];
/// Text that no tag after the root contains: scripts, references, and alternative notations for them.
const FOREIGN: [&str; 6] = ["href", "url(", " on", "xmlns", "'", "&"];
/// Text that no style contains.
const FOREIGN_STYLE: [&str; 4] = ["@import", "url(", "(\"", "\\"];

/// The title of a picture that this program drew; `None` for any other file.
pub fn title(svg: &str) -> Option<String> {
    let start = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"");
    let (before, rest) = svg.strip_prefix(&start)?.split_once("<title>")?;
    let (title, rest) = rest.split_once("</title>")?;
    // The text before the first `<` is the rest of the root's tag, whose last quote is open, or text.
    let (root, before) = before.split_once('<').unwrap_or((before, ""));
    let tags = before.split('<').filter(|tag| !tag.is_empty()).chain(rest.split('<').skip(1));
    let is_ours = is_plain(root, 1) && tags.into_iter().all(is_ours) && svg.trim_end().ends_with("</svg>");
    is_ours.then(|| unescaped(title))
}

/// Whether a tag without its `<`, with the text after it, can be part of one of Faultline's pictures.
fn is_ours(tag: &str) -> bool {
    let name = tag.strip_prefix('/').unwrap_or(tag);
    let name = &name[..name.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(name.len())];
    let follows = tag.trim_start_matches('/')[name.len()..].chars().next();
    let is_name = ELEMENTS.contains(&name) && follows.is_some_and(|c| c.is_whitespace() || "/>".contains(c));
    let style = || tag.split_once('>').map_or("", |(_, text)| text).to_lowercase();
    is_name
        && is_plain(tag, 0)
        && (name != "style" || !FOREIGN_STYLE.iter().any(|foreign| style().contains(foreign)))
}

/// Whether a tag contains no script, no reference, and no end hidden in quotes; `quotes` of them are open
/// before it.
fn is_plain(tag: &str, quotes: usize) -> bool {
    let Some((tag, _)) = tag.split_once('>') else { return false };
    let lower = tag.to_lowercase().replace(char::is_whitespace, " ");
    (tag.matches('"').count() + quotes).is_multiple_of(2)
        && !FOREIGN.iter().any(|foreign| lower.contains(foreign))
}

/// Reverses [`escaped`].
fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&amp;", "&")
}

/// Whether a file starts as one of Faultline's pictures of this kind; the rest is not checked.
pub fn shows(file: &[u8], what: &str) -> bool {
    file.starts_with(format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"{what}\"").as_bytes())
}

/// Adds a line to a file.
pub fn line(svg: &mut String, text: &str) {
    svg.push_str(text);
    svg.push('\n');
}

/// Escapes text for a picture.
pub use faultline_escape::xml::shown as escaped;

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" data-faultline=\"budget\" viewBox=\"0 0 1 1\">\n\
             <title>a &lt;b&gt; &amp; c</title>\n{inside}</svg>\n"
        )
    }

    #[test]
    fn only_a_picture_of_ours_has_a_title() {
        assert_eq!(title(&picture("<text x=\"1\">Only on href</text>")).as_deref(), Some("a <b> & c"));
        for foreign in [
            "<script>1</script>",
            "<SCRIPT>",
            "<rect\nonload=\"1\"/>",
            "<a xlink:href=\"x\"/>",
            "<style>@import 'x'</style>",
            "<rect fill=\"url(http://x)\"/>",
            "<rect id=\">\" onload=\"1\"/>",
            "<rect id='>' onload='1'/>",
            "<rect id='\"' class=\">\" onload=\"1\"/>",
            "<x:script xmlns:x=\"http://www.w3.org/2000/svg\">1</x:script>",
            "<g xmlns=\"http://www.w3.org/1999/xhtml\"><iframe src=\"javascript:1\"/></g>",
            "<embed src=\"x\"/>",
            "<set attributeName=\"x\"/>",
            "<!-- <text> -->",
            "<?x?>",
            "<rect fill=\"u&#114;l(http://x)\"/>",
            "<style>.a { background: url(x) }</style>",
            "<style>@\\69mport 'x'</style>",
            "<style>@IMPORT 'x'</style>",
        ] {
            assert_eq!(title(&picture(foreign)), None, "{foreign}");
        }
        assert_eq!(title("<svg xmlns=\"http://www.w3.org/2000/svg\"><title>x</title></svg>"), None);
        assert_eq!(title(&picture("").replace("</svg>", "")), None);
    }

    #[test]
    fn a_title_is_read_back_as_a_terminal_would_show_it() {
        let written = picture("").replace("a &lt;b&gt; &amp; c", &escaped("it's \"<&lt;>\" \u{202e}\n"));
        assert_eq!(title(&written).as_deref(), Some("it's \"<&lt;>\" \\u{202e}\\n"));
    }
}
