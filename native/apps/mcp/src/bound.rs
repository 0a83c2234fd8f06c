//! Size limits of results, which end up in a client's context window.

use faultline_messages::failure::Failure;
use faultline_messages::words::printable;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::budget::Budget;

/// Maximum size of a result's JSON. Units: bytes.
pub const BOUND: usize = 20_000;
/// Maximum number of items per page.
pub const MOST: u32 = 50;
/// Maximum length of one text. Units: characters.
const TEXT: usize = 200;
/// Maximum length of a source line. Units: characters.
pub const CODE: usize = 160;

/// Which part of a list a result holds.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Page {
    /// How many items stand before the first one.
    pub offset: usize,
    /// How many items are here.
    pub returned: usize,
    /// How many there are.
    pub total: usize,
    /// The `offset` that goes on; only where there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_offset: Option<usize>,
}

/// The part of a list that a client requests.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    offset: usize,
    limit: usize,
}

impl Wanted {
    /// Validates a client's request; without a limit the page has `usual` items. Errors: the limit is out of
    /// range.
    pub fn of(offset: Option<u32>, limit: Option<u32>, usual: u32) -> Result<Self, Failure> {
        let limit = limit.unwrap_or(usual);
        if limit == 0 || limit > MOST {
            return Err(Failure::misuse(format!(
                "limit is {limit}; it goes from 1 to {MOST}, and offset says where a page starts"
            )));
        }
        Ok(Self { offset: offset.unwrap_or(0) as usize, limit: limit as usize })
    }

    /// Number of items of the list needed to build the page.
    pub fn end(self) -> usize {
        self.offset.saturating_add(self.limit)
    }

    /// Takes the requested items, with the page that describes them.
    pub fn of_list<T>(self, all: impl IntoIterator<Item = T>, total: usize) -> (Vec<T>, Page) {
        let items: Vec<T> = all.into_iter().skip(self.offset).take(self.limit).collect();
        let mut page = Page { offset: self.offset, returned: items.len(), total, next_offset: None };
        page.settle();
        (items, page)
    }
}

impl Page {
    fn settle(&mut self) {
        let next = self.offset + self.returned;
        self.next_offset = (self.returned > 0 && next < self.total).then_some(next);
    }

    /// Removes the last item of a page, unless it is the only one.
    pub fn pop<T>(&mut self, items: &mut Vec<T>) -> bool {
        if items.len() <= 1 {
            return false;
        }
        items.pop();
        self.returned = items.len();
        self.settle();
        true
    }

    /// `, 11 to 20 of 57 (offset 20 goes on)`; empty if the page has all items.
    pub fn says(&self) -> String {
        if self.returned == self.total {
            return String::new();
        }
        if self.returned == 0 {
            return format!("; there is none at offset {}, of {}", self.offset, self.total);
        }
        let more = self.next_offset.map_or(String::new(), |next| format!("; offset {next} goes on"));
        format!("; {} to {} of {} shown{more}", self.offset + 1, self.offset + self.returned, self.total)
    }
}

/// A result that can be shortened.
pub trait Bounded: Serialize {
    /// Removes the least valuable item. Returns whether there was one to remove.
    fn shorten(&mut self) -> bool;
}

/// Serializes a result in at most [`BOUND`] bytes and as many lines as the client wants, shortening it until it fits.
/// Errors: it cannot be serialized.
pub fn fitted(mut result: impl Bounded, budget: Budget) -> Result<(Value, String), Failure> {
    let broken = |error: serde_json::Error| Failure::failed(format!("the result cannot be written: {error}"));
    loop {
        let value = serde_json::to_value(&result).map_err(broken)?;
        // The text keeps the order of the fields, which a value sorts.
        let text = serde_json::to_string(&result).map_err(broken)?;
        if (text.len() <= BOUND && budget.holds(&value)) || !result.shorten() {
            return Ok((value, text));
        }
    }
}

/// Removes the last item of a list without a page.
pub fn drop_last<T>(list: &mut Vec<T>) -> bool {
    list.pop().is_some()
}

/// Removes the last line of a text. Returns whether there was one.
pub fn drop_last_line(text: &mut String) -> bool {
    let is_less = !text.is_empty();
    text.truncate(text.rfind('\n').unwrap_or(0));
    is_less
}

/// Text from outside, made safe for a result: one line, control characters made visible, limited length.
pub fn clipped(text: &str) -> String {
    cut(text, TEXT)
}

/// As [`clipped`], with another limit in characters.
pub fn cut(text: &str, most: usize) -> String {
    let mut left = text.chars();
    let head: String = left.by_ref().take(most).collect();
    let text = printable(&head);
    if left.next().is_some() { text + "…" } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Names {
        names: Vec<String>,
        page: Page,
    }

    impl Bounded for Names {
        fn shorten(&mut self) -> bool {
            self.page.pop(&mut self.names)
        }
    }

    #[test]
    fn a_page_says_where_the_next_one_starts() {
        let wanted = Wanted::of(Some(20), Some(10), 5).unwrap();
        let (items, page) = wanted.of_list(0..57, 57);
        assert_eq!(items, (20..30).collect::<Vec<_>>());
        assert_eq!((page.returned, page.next_offset), (10, Some(30)));
        assert_eq!(page.says(), "; 21 to 30 of 57 shown; offset 30 goes on");
        let (_, last) = Wanted::of(Some(50), None, 10).unwrap().of_list(0..57, 57);
        assert_eq!((last.returned, last.next_offset), (7, None));
        let (_, past) = Wanted::of(Some(99), None, 10).unwrap().of_list(0..57, 57);
        assert_eq!((past.returned, past.next_offset), (0, None));
        assert_eq!(past.says(), "; there is none at offset 99, of 57");
        for limit in [0, MOST + 1] {
            let error = Wanted::of(None, Some(limit), 5).unwrap_err().to_string();
            assert!(error.starts_with(&format!("limit is {limit}; it goes from 1 to 50")), "{error}");
        }
    }

    #[test]
    fn what_does_not_fit_is_on_the_next_page() {
        let all = (0..50).map(|at| format!("{at} {}", "x".repeat(990)));
        let (names, page) = Wanted::of(None, Some(50), 5).unwrap().of_list(all, 50);
        let usual = Budget::of(None).unwrap();
        let few = fitted(Names { names: names.clone(), page: page.clone() }, Budget::of(Some(10)).unwrap());
        assert_eq!(few.unwrap().0["page"]["next_offset"], 10);
        let (value, text) = fitted(Names { names, page }, usual).unwrap();
        assert!(text.len() <= BOUND && text.len() > BOUND / 2, "{}", text.len());
        let returned = value["names"].as_array().unwrap().len();
        assert_eq!(value["page"]["returned"], returned);
        assert_eq!(value["page"]["next_offset"], returned);
    }

    #[test]
    fn texts_are_cut_by_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äöü…");
        assert_eq!(clipped("a\nb").lines().count(), 1);
    }
}
