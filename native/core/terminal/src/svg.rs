//! Pieces of SVG files.

/// By this attribute of its root a picture is known to be ours; its value says what it shows.
pub const MARK: &str = "data-faultline";
/// What a picture of ours never has.
const FOREIGN: [&str; 5] = ["<script", "<foreignobject", "href", "url(", " on"];

/// The title of a picture that this program drew; nothing of any other file.
pub fn title(svg: &str) -> Option<String> {
    let start = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"");
    let (before, rest) = svg.strip_prefix(&start)?.split_once("<title>")?;
    let (title, rest) = rest.split_once("</title>")?;
    // Text stands between tags; what could act stands within them.
    let tags = [before, rest].map(|part| part.split('<').filter_map(|tag| tag.split('>').next()));
    let acts = |tag: &str| {
        let tag = format!("<{}", tag.to_lowercase().replace(char::is_whitespace, " "));
        FOREIGN.iter().any(|foreign| tag.contains(foreign))
    };
    let is_ours = !tags.into_iter().flatten().any(acts)
        && !svg.contains("@import")
        && svg.trim_end().ends_with("</svg>");
    is_ours.then(|| unescaped(title))
}

/// The text that [`escaped`] wrote.
fn unescaped(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
    text.replace("&amp;", "&")
}

/// Whether a file is a picture of ours that shows this, sound or not.
pub fn shows(file: &[u8], what: &str) -> bool {
    file.starts_with(format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {MARK}=\"{what}\"").as_bytes())
}

/// Adds a line to a file.
pub fn line(svg: &mut String, text: &str) {
    svg.push_str(text);
    svg.push('\n');
}

/// Text that a picture shows.
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
