//! CPU time of this program and of the processes that it waited for.

use std::fs;

/// Ticks per second in `/proc`, regardless of the kernel's internal frequency.
const TICKS: f64 = 100.0;

/// CPU time of this program and of the processes that it waited for. Units: seconds; 0 if the system does not
/// report it.
pub fn seconds() -> f64 {
    of("self")
}

/// As [`seconds`], only for the processes that this program waited for.
pub fn of_children() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat");
    stat.ok().and_then(|stat| Some(times(&stat)?[2..].iter().sum())).unwrap_or(0.0) / TICKS
}

/// As [`seconds`], of a running process.
pub fn of_process(id: u32) -> f64 {
    of(&id.to_string())
}

fn of(process: &str) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat"));
    stat.ok().and_then(|stat| ticks(&stat)).unwrap_or(0.0) / TICKS
}

/// Returns utime, stime, cutime and cstime, the 14th to the 17th field. The program's name may contain
/// anything, so fields are counted from the third one, after its closing parenthesis.
fn times(stat: &str) -> Option<Vec<f64>> {
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<f64> = rest.split_whitespace().skip(11).take(4).filter_map(|n| n.parse().ok()).collect();
    (fields.len() == 4).then_some(fields)
}

fn ticks(stat: &str) -> Option<f64> {
    times(stat).map(|times| times.iter().sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_times_are_added_up_behind_any_name() {
        let stat = "7 (a) b) S 1 2 3 4 5 6 7 8 9 10 100 20 300 4 20 0 1";
        assert_eq!(ticks(stat), Some(424.0));
        assert_eq!(ticks("7 (a) S 1"), None);
    }
}
