//! Packed folders of faults, and pictures: foreign files that are unpacked or passed on.

use faultline_evaluation::{unpack, unpacked};
use faultline_terminal::svg;

/// A fault's folder with two files, packed by `xz`.
const PACKED: &[u8] = include_bytes!("data/fault.tar.xz");
/// Size of a header, and of the blocks that pad files.
const BLOCK: usize = 512;

/// A file in an archive: a header without its checksum, and the text.
fn entry(name: &str, kind: u8, text: &str) -> Vec<u8> {
    let mut block = vec![0; BLOCK];
    let mut put = |at: usize, bytes: &[u8]| block[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, name.as_bytes());
    put(100, b"0000644\0");
    put(124, format!("{:011o}\0", text.len()).as_bytes());
    put(156, &[kind]);
    put(257, b"ustar  \0");
    if kind == b'S' {
        // A hole of a terabyte without content.
        for at in [386, 483] {
            put(at, b"20000000000\0");
        }
        put(398, b"00000000000\0");
    }
    block.extend_from_slice(text.as_bytes());
    block.resize(block.len().next_multiple_of(BLOCK), 0);
    block
}

/// Archives, packed and unpacked.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let of = |entries: &[Vec<u8>]| [entries.concat(), vec![0; 2 * BLOCK]].concat();
    let (elements, tests) = (entry("P/P-1/elements.tsv", b'0', "e\n"), entry("P/P-1/tests.tsv", b'0', "t\n"));
    let others =
        [entry("P/P-1/failures.tsv", 0, &"f\n".repeat(300)), entry("P/P-1/faulty-methods.tsv", b'0', "m")];
    let long = entry("././@LongLink", b'L', &format!("{}/tests.tsv\0", "P/".repeat(90)));
    vec![
        PACKED.to_vec(),
        of(&[elements.clone(), tests.clone(), others.concat()]),
        of(&[entry("P/P-1/elements.tsv", b'S', ""), tests]),
        of(&[long, entry("short", b'0', "t"), entry("x", b'x', "12 path=abc\n"), elements]),
    ]
}

/// Corrects the checksums of headers, as far as lengths lead from one to the next.
fn with_checksums(data: &[u8]) -> Vec<u8> {
    let mut tar = data.to_vec();
    let mut at = 0;
    while let Some(header) = tar.get_mut(at..at + BLOCK).filter(|header| header.iter().any(|&byte| byte != 0))
    {
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let digits = header[124..135].iter().take_while(|byte| (b'0'..=b'7').contains(byte));
        let length = digits.fold(0_usize, |length, digit| length * 8 + usize::from(digit - b'0'));
        at += BLOCK + length.min(data.len()).next_multiple_of(BLOCK);
    }
    tar
}

/// Unpacking creates only what the archive contains.
pub(super) fn archive(data: &[u8]) -> bool {
    let of_packed = unpack(&mut &*data).and_then(|tar| Ok((unpacked(&tar)?, tar.len())));
    let of_plain = [data.to_vec(), with_checksums(data)].map(|tar| Ok((unpacked(&tar)?, tar.len())));
    let mut is_archive = false;
    for (folders, length) in of_plain.into_iter().chain([of_packed]).flatten().collect::<Vec<_>>() {
        is_archive |= length >= BLOCK;
        let bytes = folders.values().map(|files| {
            let more =
                [&files.failures, &files.faulty_methods].into_iter().flatten().map(Vec::len).sum::<usize>();
            files.elements.len() + files.tests.len() + more
        });
        assert!(bytes.sum::<usize>() <= length, "more was unpacked than there is");
    }
    is_archive
}

const PICTURE: &str = concat!(
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-faultline=\"budget\" viewBox=\"0 0 1 1\" role=\"img\">\n<title>a &lt;b&gt; &amp; c</title>\n",
    "<style>\n.a { fill: #123; }\n@media (prefers-color-scheme: dark) { .a { fill: #abc } }\n</style>\n",
    "<g class=\"a\"><title>On href</title><rect x=\"1\" width=\"2\"/><circle r=\"1\"/></g>\n<polyline points=\"1,2 3,4\"/><line x1=\"0\"/>\n",
    "<text x=\"1\">a.B$C</text>\n</svg>\n"
);
const ELEMENTS: [&str; 9] = ["circle", "g", "line", "polyline", "rect", "style", "svg", "text", "title"];
/// Active content, external references, and attempts to hide them, to insert into pictures.
const FOREIGN: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" data-faultline=\"budget\"><title>x</title><rect id=\">\" onload='1' href=\"x\"/>\
    <x:script xmlns:x=\"http://www.w3.org/2000/svg\"/><!-- --><![CDATA[ ]]><?a?><style>@import url(x)</style></svg>";

pub(super) fn picture_seeds() -> Vec<Vec<u8>> {
    [PICTURE, &PICTURE.replace("budget", "curve"), PICTURE].map(|text| text.as_bytes().to_vec()).into()
}

/// An accepted picture has no active content or external references, according to an XML parser.
pub(super) fn picture(data: &[u8]) -> bool {
    // Mutated pictures rarely have such content, so half of the inputs get it, if they have a line for it.
    let text = String::from_utf8_lossy(data);
    let is_ours = acts_nowhere(&text);
    for (at, _) in FOREIGN.char_indices().step_by(1 + data.len() % 7) {
        acts_nowhere(&text.replacen("<g", &format!("{}<g", &FOREIGN[at..]), 1));
    }
    is_ours
}

fn acts_nowhere(text: &str) -> bool {
    if svg::title(text).is_none() {
        return false;
    }
    let Ok(document) = roxmltree::Document::parse(text) else { return true };
    for node in document.descendants() {
        assert!(!node.is_comment() && !node.is_pi(), "{text}");
        if node.is_element() {
            let tag = node.tag_name();
            assert_eq!(tag.namespace(), Some("http://www.w3.org/2000/svg"), "{text}");
            assert!(ELEMENTS.contains(&tag.name()), "{text}");
            for attribute in node.attributes() {
                let name = attribute.name().to_lowercase();
                assert!(
                    !name.starts_with("on") && name != "href" && !attribute.value().contains("url("),
                    "{text}"
                );
            }
            let style = || node.text().unwrap_or_default().to_lowercase();
            assert!(
                tag.name() != "style"
                    || !["@import", "url(", "\\"].iter().any(|foreign| style().contains(foreign))
            );
        }
    }
    true
}
