//! Sums per test: counts and weights of many tests, element by element.

use crate::level::dispatched;

dispatched! {
    /// Adds numbers to sums, place by place. Shape: equally many. A sum past `u32::MAX` wraps.
    pub fn add_all / add_all_at(sums: &mut [u32], more: &[u32]) = add_all_body;
}

dispatched! {
    /// Takes numbers from sums, place by place. Shape: equally many. A sum below 0 wraps.
    pub fn take_all / take_all_at(sums: &mut [u32], less: &[u32]) = take_all_body;
}

dispatched! {
    /// Adds numbers to wider sums, place by place. Shape: equally many.
    pub fn widen_all / widen_all_at(sums: &mut [u64], more: &[u32]) = widen_all_body;
}

dispatched! {
    /// Adds n (size - n) to each sum, n the number at its place. Shape: equally many; no number
    /// is above `size`.
    pub fn add_pairs / add_pairs_at(sums: &mut [u64], numbers: &[u32], size: u32) = add_pairs_body;
}

dispatched! {
    /// Adds `factor` times a number to each sum. Shape: equally many; numbers below 2^52.
    pub fn add_scaled / add_scaled_at(sums: &mut [f64], factor: f64, numbers: &[u64]) = add_scaled_body;
}

dispatched! {
    /// Adds `factor` times a number to each sum. Shape: equally many.
    pub fn add_scaled_small / add_scaled_small_at(sums: &mut [f64], factor: f64, numbers: &[u32])
        = add_scaled_small_body;
}

#[inline(always)]
fn add_all_body(sums: &mut [u32], more: &[u32]) {
    assert_eq!(sums.len(), more.len(), "as many numbers as sums");
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum = sum.wrapping_add(*more);
    }
}

#[inline(always)]
fn take_all_body(sums: &mut [u32], less: &[u32]) {
    assert_eq!(sums.len(), less.len(), "as many numbers as sums");
    for (sum, less) in sums.iter_mut().zip(less) {
        *sum = sum.wrapping_sub(*less);
    }
}

#[inline(always)]
fn widen_all_body(sums: &mut [u64], more: &[u32]) {
    assert_eq!(sums.len(), more.len(), "as many numbers as sums");
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += u64::from(*more);
    }
}

#[inline(always)]
fn add_pairs_body(sums: &mut [u64], numbers: &[u32], size: u32) {
    assert_eq!(sums.len(), numbers.len(), "as many numbers as sums");
    for (sum, &n) in sums.iter_mut().zip(numbers) {
        *sum += u64::from(n) * u64::from(size - n);
    }
}

#[inline(always)]
fn add_scaled_body(sums: &mut [f64], factor: f64, numbers: &[u64]) {
    // A number below 2^52 is the low bits of 2^52 plus itself: cheaper than a conversion.
    const BASE: f64 = 4_503_599_627_370_496.0;
    assert_eq!(sums.len(), numbers.len(), "as many numbers as sums");
    for (sum, &number) in sums.iter_mut().zip(numbers) {
        debug_assert!(number < 1 << 52, "a number that f64 holds");
        *sum += factor * (f64::from_bits(BASE.to_bits() | number) - BASE);
    }
}

#[inline(always)]
fn add_scaled_small_body(sums: &mut [f64], factor: f64, numbers: &[u32]) {
    assert_eq!(sums.len(), numbers.len(), "as many numbers as sums");
    for (sum, &number) in sums.iter_mut().zip(numbers) {
        *sum += factor * f64::from(number);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Level;

    proptest! {
        #[test]
        fn every_place_is_summed_by_itself(
            numbers in proptest::collection::vec((any::<u32>(), any::<u32>(), 0..1_u64 << 52), 0..200),
            factor in -3.0..3.0_f64,
        ) {
            let old: Vec<u32> = numbers.iter().map(|n| n.0).collect();
            let small: Vec<u32> = numbers.iter().map(|n| n.1).collect();
            let wide: Vec<u64> = numbers.iter().map(|n| n.2).collect();
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                let (mut more, mut less) = (old.clone(), old.clone());
                add_all_at(level, &mut more, &small);
                take_all_at(level, &mut less, &small);
                let (mut widened, mut paired) = (vec![7; old.len()], vec![7; old.len()]);
                widen_all_at(level, &mut widened, &small);
                add_pairs_at(level, &mut paired, &small, u32::MAX);
                let (mut scaled, mut scaled_small) = (vec![0.5; old.len()], vec![0.5; old.len()]);
                add_scaled_at(level, &mut scaled, factor, &wide);
                add_scaled_small_at(level, &mut scaled_small, factor, &small);
                for (i, &(old, small, wide)) in numbers.iter().enumerate() {
                    prop_assert_eq!(more[i], old.wrapping_add(small));
                    prop_assert_eq!(less[i], old.wrapping_sub(small));
                    prop_assert_eq!(widened[i], 7 + u64::from(small));
                    prop_assert_eq!(paired[i], 7 + u64::from(small) * u64::from(u32::MAX - small));
                    prop_assert_eq!(scaled[i].to_bits(), (0.5 + factor * wide as f64).to_bits());
                    prop_assert_eq!(scaled_small[i].to_bits(), (0.5 + factor * f64::from(small)).to_bits());
                }
            }
        }
    }
}
