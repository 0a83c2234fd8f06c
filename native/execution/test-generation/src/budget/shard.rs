//! Splits a plan into shards, each for one machine.

use std::fmt::Write as _;

pub use faultline_jvm_process::work::shard::Shard;
use faultline_time_budget::shards;

use super::share::Share;

/// The shares of a shard, in rank order.
pub fn part(shard: Shard, shares: Vec<Share>) -> Vec<Share> {
    let seconds: Vec<u64> = shares.iter().map(Share::seconds).collect();
    let of = shards(&seconds, shard.of);
    shares.into_iter().zip(of).filter(|&(_, of)| of + 1 == shard.index).map(|(share, _)| share).collect()
}

/// Hash of classes, ranks and seconds, which machines that share a plan compare.
pub fn digest(shares: &[Share]) -> String {
    let mut text = String::new();
    for share in shares {
        let written = writeln!(text, "{} {}", share.source.class, share.budget.seconds);
        debug_assert!(written.is_ok(), "a string takes all");
    }
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}
