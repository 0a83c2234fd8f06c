//! Shares time among classes and generates tests with it: seconds by the likelihood of defects, a process for
//! each class, a journal, and results.

mod build;
pub mod folder;
pub mod generator;
pub mod heard;
mod hidden;
pub mod joined;
pub mod output;
pub mod plan;
pub mod processes;
pub mod record;
pub mod request;
pub mod results;
pub mod run;
mod secrets;
pub mod settings;
pub mod shard;
pub mod shards;
pub mod share;
pub mod watch;
