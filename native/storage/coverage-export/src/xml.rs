//! The subset of XML that reports need.

use std::borrow::Cow;

use faultline_escape::xml;
use quick_xml::Writer;
use quick_xml::events::attributes::Attribute;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::name::QName;

/// The comment that identifies documents written by Faultline.
pub const MARK: &str = " written by faultline ";

/// An indented document under construction.
pub struct Document(Writer<Vec<u8>>);

/// Attributes by name.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Document {
    /// A document of this type.
    pub fn new(doctype: &str) -> Self {
        let mut document = Self(Writer::new_with_indent(Vec::new(), b' ', 1));
        document.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        document.write(Event::DocType(BytesText::from_escaped(doctype)));
        document.write(Event::Comment(BytesText::from_escaped(MARK)));
        document
    }

    /// Writes an element whose content `inner` writes.
    pub fn element(&mut self, name: &str, attributes: Attributes<'_>, inner: impl FnOnce(&mut Self)) {
        self.write(Event::Start(start(name, attributes)));
        inner(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// Writes an element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(start(name, attributes)));
    }

    /// Writes an element with text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.write(Event::Start(BytesStart::new(name)));
        self.write(Event::Text(BytesText::from_escaped(xml::text(text))));
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// The document, ending in a line break.
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
        let value = Cow::Owned(xml::text(value).into_bytes());
        start.push_attribute(Attribute { key: QName(name.as_bytes()), value });
    }
    start
}
