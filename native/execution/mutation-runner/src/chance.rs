//! Pseudo-random decisions that do not depend on the machine or the order.

use faultline_spectrum::Fnv;

/// Hashes numbers into one with evenly spread bits.
/// Source: the finaliser of `SplitMix64` (Steele, Lea, Flood, 2014).
pub fn mixed(numbers: &[u64]) -> u64 {
    let mut hash = Fnv::default();
    for number in numbers {
        hash.bytes(&number.to_le_bytes());
    }
    let mut mixed = hash.finish();
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Whether an item with this hash is in a sample of `percent`. Units: 0..=100.
pub fn is_among(mixed: u64, percent: f64) -> bool {
    (mixed >> 11) as f64 / (1_u64 << 53) as f64 * 100.0 < percent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_about_its_share_and_grows_with_it() {
        let among = |percent| (0..10_000).filter(|&k| is_among(mixed(&[7, k]), percent)).count();
        assert!((2_800..3_200).contains(&among(30.0)), "{}", among(30.0));
        assert_eq!(among(100.0), 10_000);
        assert!((0..1_000).all(|k| !is_among(mixed(&[k]), 20.0) || is_among(mixed(&[k]), 40.0)));
    }
}
