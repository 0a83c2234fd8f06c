//! Reads tables in files: a line of names, then lines of tab-separated fields.

use faultline_flt::fields;

/// A row with fields addressed by column name.
#[derive(Clone, Debug)]
pub struct Row<'n> {
    names: &'n [String],
    fields: Vec<String>,
}

impl Row<'_> {
    /// The field of a column; empty if the row is too short.
    pub fn get(&self, name: &str) -> &str {
        let at = self.names.iter().position(|known| known == name);
        at.and_then(|at| self.fields.get(at)).map_or("", String::as_str)
    }

    /// That field as a number.
    pub fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.get(name).trim().parse().ok()
    }
}

/// Column names and rows.
#[derive(Clone, Debug)]
pub struct Table {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Reads a table. Errors: the first line lacks a needed name.
    pub fn read(text: &str, needed: &[&str]) -> Result<Self, String> {
        let mut lines = text.lines();
        let names = lines.next().map(fields).unwrap_or_default();
        if let Some(missing) = needed.iter().find(|name| !names.iter().any(|known| known == *name)) {
            return Err(format!("its first line names no column `{missing}`"));
        }
        let rows = lines.filter(|line| !line.is_empty()).map(fields).collect();
        Ok(Self { names, rows })
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { names: &self.names, fields: fields.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_name_whatever_their_order() {
        let table = Table::read("n\twords\nextra\n7\ta\\tb\tmore\n\n", &["words", "n"]).expect("a table");
        let rows: Vec<_> = table.rows().collect();
        assert_eq!(rows.len(), 2);
        assert_eq!((rows[0].get("words"), rows[0].number::<u32>("n")), ("", None));
        assert_eq!((rows[1].get("words"), rows[1].number::<u32>("n")), ("a\tb", Some(7)));
        assert_eq!(rows[1].get("nothing"), "");
        assert!(Table::read("n\n", &["words"]).expect_err("no words").contains("`words`"));
        assert!(Table::read("", &["n"]).is_err());
    }
}
