//! Parses the table of faults with known commits.

use std::path::Path;

use crate::BenchError;

use super::Case;

/// The rows of a table, without lines that begin with `#`. Errors: it cannot be read.
pub fn read(list: &Path) -> Result<Vec<Case>, BenchError> {
    let text = std::fs::read_to_string(list).map_err(BenchError::io(list))?;
    let rows = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|line| {
        case(line).ok_or_else(|| BenchError::Unequal {
            detail: format!(
                "{}: '{line}' has not the columns id, recordings, repository, revision, culprit, failing",
                list.display()
            ),
        })
    })
    .collect()
}

fn case(line: &str) -> Option<Case> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let (id, recordings, repository) = (next()?, next()?, next()?);
    let (revision, culprit, failing) = (next()?, next()?, next()?);
    let number = |field: Option<&str>| field?.parse().ok();
    let published = number(next()).zip(number(next()));
    Some(Case {
        id: id.to_owned(),
        recordings: recordings.into(),
        repository: repository.into(),
        revision: revision.to_owned(),
        culprit: culprit.to_owned(),
        failing: failing.split(' ').filter(|test| !test.is_empty()).map(str::to_owned).collect(),
        published,
    })
}
