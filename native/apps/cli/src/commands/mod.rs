//! The commands, one folder each: `options`, the implementation, and the output (`text`, `json`, `csv`).

pub mod affected;
pub mod amplify;
pub mod baseline;
pub mod budget;
pub mod check;
pub mod commits;
pub mod diff;
pub mod doctor;
pub mod evaluate;
pub mod exchange;
pub mod formulas;
pub mod generate;
mod groups;
pub mod history;
pub mod manual;
pub mod mcp;
pub mod merge;
pub mod mutate;
pub mod rank;
pub mod record_first;
pub mod report;
pub mod run;
pub mod select;
mod short_names;
pub mod suite;
pub mod tests;
pub mod train;
