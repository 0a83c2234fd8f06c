//! Nothing: Windows tells it to those alone who call it.

pub fn free() -> Option<u64> {
    None
}
