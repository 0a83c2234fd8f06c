//! Time shared among classes, and tests generated with it: seconds by where defects are likely, a
//! process for each class, a journal, and what came of it.

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
