//! Hostile texts for property tests.

use proptest::prelude::*;

/// Sequences with an effect in a terminal, a build server, a spreadsheet, a browser or a Markdown renderer.
const SEQUENCES: &[&str] = &[
    "\u{1b}[31m",
    "\u{1b}]8;;http://x\u{7}",
    "\u{1b}]0;t\u{1b}\\",
    "\u{9b}2J",
    "\u{7}",
    "\u{8}",
    "\r",
    "\n",
    "\t",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{202e}",
    "\u{202a}",
    "\u{2066}",
    "\u{2069}",
    "\u{200e}",
    "\u{200f}",
    "\u{61c}",
    "\u{2028}",
    "\u{2029}",
    "\u{200b}",
    "\u{200c}",
    "\u{200d}",
    "\u{feff}",
    "\u{ad}",
    "\u{e0041}",
    "\u{fe0f}",
    "\u{fdd0}",
    "\u{ffff}",
    "::error::x",
    "::stop-commands::y",
    "\n::set-output name=a::b",
    "##[add-mask]z",
    "##vso[task.x]",
    "#",
    "##",
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "-0.5",
    "'",
    "\"",
    ",",
    ";",
    "%0A",
    "%",
    "<script>",
    "</b>",
    "<!--",
    "-->",
    "]]>",
    "&amp;",
    "&",
    "`",
    "```",
    "|",
    "\\",
    "*",
    "_",
    "[a](http://x)",
    "](",
    "@team",
    "#12",
    "GH-1",
    "https://evil/x",
    "www.evil.x",
    "$x$",
    "~~",
    "!",
    " ",
    "a",
    "Foo.bar",
    "数",
    "ä",
    "👩\u{200d}💻",
];

/// Concatenated sequences with other characters between them.
pub fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![8 => prop::sample::select(SEQUENCES).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

/// Whether a text has no control, bidirectional or invisible characters; independent of the definition that the escapes use.
pub fn is_clean(text: &str) -> bool {
    !text.chars().any(|c| {
        matches!(c as u32,
            0..=0x1f | 0x7f..=0x9f | 0xad | 0x61c | 0x200b | 0x200e | 0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff
            | 0xfff9..=0xfffb | 0xfdd0..=0xfdef | 0xe0000..=0xe0fff)
    })
}
