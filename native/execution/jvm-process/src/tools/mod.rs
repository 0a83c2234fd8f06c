//! The tools that projects are built with.

pub mod build;
pub mod checksum;
pub mod class_path;
pub mod entries;
pub mod git;
pub mod installation;
pub mod java;
pub mod kotlin;
mod launcher;
pub mod maven;
pub mod working_tree;
