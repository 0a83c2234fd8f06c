//! Renders plain tables: a header, a rule, rows; the first column left-aligned, all others right-aligned.

/// Renders rows under a header, columns as wide as their widest cell.
/// Panics: a row has another number of cells than the header.
pub fn render(header: &[&str], rows: &[Vec<String>]) -> String {
    let mut widths: Vec<usize> = header.iter().map(|h| h.chars().count()).collect();
    for row in rows {
        assert_eq!(row.len(), header.len());
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let rule = widths.iter().map(|&w| "-".repeat(w)).collect::<Vec<_>>().join("  ");
    let head = line(&header.iter().map(|&h| h.to_owned()).collect::<Vec<_>>(), &widths);
    let body: String = rows.iter().map(|row| line(row, &widths)).collect();
    format!("{head}{rule}\n{body}")
}

fn line(cells: &[String], widths: &[usize]) -> String {
    let padded: Vec<String> = cells
        .iter()
        .zip(widths)
        .enumerate()
        .map(|(i, (cell, &width))| if i == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") })
        .collect();
    format!("{}\n", padded.join("  ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_align_left_and_numbers_right() {
        let rows = vec![vec!["a".to_owned(), "10.0".to_owned()], vec!["long".to_owned(), "9.5".to_owned()]];
        assert_eq!(render(&["run", "s"], &rows), "run      s\n----  ----\na     10.0\nlong   9.5\n");
    }
}
