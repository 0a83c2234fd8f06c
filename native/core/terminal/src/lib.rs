//! The format of output: tables, pages, pictures, and the terminal they are written to.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod axis;
pub mod color;
pub mod csv;
pub mod json;
pub mod page;
pub mod sparkline;
pub mod svg;
pub mod table;
pub mod terminal;
