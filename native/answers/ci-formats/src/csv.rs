//! CSV: one row per suspect, for spreadsheets and scripts.

use faultline_terminal::csv::Rows;

use crate::notice::Notices;

/// Columns of the table.
const COLUMNS: [&str; 15] = [
    "group",
    "failing",
    "rank_min",
    "rank_max",
    "score",
    "class",
    "method",
    "descriptor",
    "source",
    "line",
    "ef",
    "ep",
    "nf",
    "np",
    "says",
];

/// Renders the table.
pub fn render(notices: &Notices) -> String {
    let mut rows = Rows::under(COLUMNS);
    for (group, noticed) in (1..).zip(&notices.groups) {
        for notice in &noticed.notices {
            let (method, descriptor) = notice.method.clone().unwrap_or_default();
            let counts = &notice.counts;
            rows.add([
                i32::to_string(&group),
                noticed.failing.clone(),
                notice.ranks.0.to_string(),
                notice.ranks.1.to_string(),
                notice.score.to_string(),
                notice.class.clone(),
                method,
                descriptor,
                notice.place.path.clone(),
                notice.place.line.map_or_else(String::new, |line| line.to_string()),
                counts.ef.to_string(),
                counts.ep.to_string(),
                counts.nf.to_string(),
                counts.np.to_string(),
                notice.says.clone(),
            ]);
        }
    }
    rows.into_text()
}
