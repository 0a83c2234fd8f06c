//! Sections of a document that several programs write: each replaces its own and leaves the others alone.

/// The section below a heading of the second level, heading included; empty without one. `heading` is a whole line.
pub fn section_in<'d>(document: &'d str, heading: &str) -> &'d str {
    let Some(start) = document.find(heading) else { return "" };
    let after = start + heading.len();
    let end = document[after..].find("\n## ").map_or(document.len(), |end| after + end);
    &document[start..end]
}

/// Replaces the section that begins with the heading of `section`, or appends it.
pub fn with_section(document: &str, section: &str) -> String {
    let heading = section.split_inclusive('\n').next().unwrap_or_default();
    let start = document.find(heading).unwrap_or(document.len());
    let rest = &document[start + section_in(document, heading).len()..];
    format!("{}\n\n{}\n{rest}", document[..start].trim_end(), section.trim_end())
}

/// Replaces everything before the section below `heading`; without that section, the whole document.
pub fn with_head(document: &str, head: &str, heading: &str) -> String {
    match document.find(heading) {
        Some(start) => format!("{}\n\n{}", head.trim_end(), &document[start..]),
        None => head.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_is_added_at_the_end_and_then_replaced() {
        let once = with_section("# A\n\ntext\n", "## B\n\none\n");
        assert_eq!(once, "# A\n\ntext\n\n## B\n\none\n");
        assert_eq!(with_section(&once, "## B\n\ntwo\n"), "# A\n\ntext\n\n## B\n\ntwo\n");
    }

    #[test]
    fn what_follows_it_stays() {
        let before = "# A\n\n## B\n\none\n\n## C\n\nmore\n";
        assert_eq!(with_section(before, "## B\n\ntwo\n"), "# A\n\n## B\n\ntwo\n\n## C\n\nmore\n");
    }

    #[test]
    fn the_section_of_a_document_ends_before_the_next() {
        assert_eq!(section_in("# A\n\n## B\n\none\n\n### C\n\n## D\n", "## B\n"), "## B\n\none\n\n### C\n");
        assert_eq!(section_in("# A\n\n## D\n", "## B\n"), "");
    }

    #[test]
    fn a_new_head_leaves_the_sections() {
        assert_eq!(
            with_head("# A\n\nold\n\n## B\n\none\n", "# A\n\nnew\n", "## B\n"),
            "# A\n\nnew\n\n## B\n\none\n"
        );
        assert_eq!(with_head("", "# A\n", "## B\n"), "# A\n");
    }
}
