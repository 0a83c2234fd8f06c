//! Options shared by several commands.

pub mod baseline;
pub mod filter;
pub mod json_file;
pub mod level;
pub mod page;
pub mod ranking;
pub mod reading;
pub mod root;
pub mod schemas;
pub mod source;
pub mod suspicion;
pub mod ties;
pub mod top;
pub mod trust;
