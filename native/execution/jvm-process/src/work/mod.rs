//! Jobs of many processes: several at a time, within the memory that there is, noted down so that
//! a job that was killed goes on.

pub mod crew;
pub mod journal;
pub mod memory;
pub mod orphans;
pub mod shard;
