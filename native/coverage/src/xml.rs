//! The little of XML that reports need.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// A document under way, indented.
pub struct Document(Writer<Vec<u8>>);

/// Attributes by name.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Document {
    /// A document of this type.
    pub fn new(doctype: &str) -> Self {
        let mut document = Self(Writer::new_with_indent(Vec::new(), b' ', 1));
        document.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        document.write(Event::DocType(BytesText::from_escaped(doctype)));
        document
    }

    /// An element with what `inner` writes into it.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>, inner: impl FnOnce(&mut Self)) {
        self.write(Event::Start(start(name, attributes)));
        inner(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(start(name, attributes)));
    }

    /// An element of text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.write(Event::Start(BytesStart::new(name)));
        self.write(Event::Text(BytesText::new(text)));
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// The text, ending in a line break.
    pub fn finish(self) -> String {
        let mut bytes = self.0.into_inner();
        bytes.push(b'\n');
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn write(&mut self, event: Event<'_>) {
        let written = self.0.write_event(event);
        debug_assert!(written.is_ok(), "memory takes all");
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'_>) -> BytesStart<'a> {
    let mut start = BytesStart::new(name);
    for (name, value) in attributes {
        // Class files may hold names that XML has no character for.
        let value: String = value.chars().map(|c| if is_allowed(c) { c } else { '\u{fffd}' }).collect();
        start.push_attribute((*name, value.as_str()));
    }
    start
}

/// Whether XML 1.0 has the character.
fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}
