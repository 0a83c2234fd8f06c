//! Jobs of many processes: several at a time, limited by memory, with a journal to resume a killed job.

pub mod crew;
pub mod journal;
pub mod memory;
pub mod orphans;
pub mod shard;
