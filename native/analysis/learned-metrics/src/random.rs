//! Pseudo-random numbers that are the same on every machine.

/* The generator is xoshiro256** [1], seeded by SplitMix64. Normal numbers come from Karney's
algorithm N [2], which only draws and compares uniform numbers. `ln`, `cos` and `exp` are avoided
because their last bits differ between C libraries, and models must not differ.

[1] Blackman, Vigna, Scrambled linear pseudorandom number generators, TOMS 47(4), 2021.
[2] Karney, Sampling exactly from the normal distribution, TOMS 42(1), 2016. */

use rand_xoshiro::Xoshiro256StarStar;
use rand_xoshiro::rand_core::{Rng as _, SeedableRng as _};

/// A seeded pseudo-random generator: the same seed gives the same numbers on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random(Xoshiro256StarStar);

impl Random {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256StarStar::seed_from_u64(seed))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number in [0, 1); all multiples of 2^-53 are equally likely.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A uniform integer below `n`. Panics: `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "there is no number below 0");
        let n = n as u64;
        // The high word of the product is uniform except for a few low words, which are rejected (Lemire, TOMACS 29(1),
        // 2019).
        let reject_below = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            if product as u64 >= reject_below {
                return (product >> 64) as usize;
            }
        }
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        loop {
            // Steps N1 to N6 of [2]: k + x with density proportional to exp(-(k + x)² / 2).
            let mut k = 0_u32;
            while self.exp_minus(0.5) {
                k += 1;
            }
            if !(0..k * k.saturating_sub(1)).all(|_| self.exp_minus(0.5)) {
                continue;
            }
            let x = self.unit();
            let (whole, next) = (f64::from(k), f64::from(k + 1));
            if (0..=k).all(|_| self.exp_minus(x * (2.0 * whole + x) / (2.0 * next))) {
                let number = whole + x;
                return if self.bits() >> 63 == 0 { number } else { -number };
            }
        }
    }

    /// True with probability `exp(-p)`, for p from 0 to 1: whether the longest descending run of uniform numbers, starting
    /// below p, has even length (von Neumann).
    fn exp_minus(&mut self, p: f64) -> bool {
        let (mut last, mut is_even) = (p, true);
        loop {
            let next = self.unit();
            if next >= last {
                return is_even;
            }
            (last, is_even) = (next, !is_even);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_seed_gives_the_sequence_that_models_were_trained_with() {
        // The SplitMix64 state for seed 0 gives the first number by hand calculation.
        let second = 0x6e78_9e6a_a1b9_65f4_u64;
        let first = second.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let mut random = Random::new(0);
        assert_eq!(random.bits(), first);
        assert_eq!([(); 4].map(|()| random.bits()), GOLDEN);
    }

    /// The second to fifth numbers of seed 0.
    const GOLDEN: [u64; 4] =
        [0xbf6e_1f78_4956_452a, 0x1a5f_849d_4933_e6e0, 0x6aa5_94f1_262d_2d2c, 0xbba5_ad4a_1f84_2e59];

    #[test]
    fn numbers_below_n_come_equally_often() {
        let (mut random, mut counts) = (Random::new(1), [0_i32; 7]);
        for _ in 0..70_000 {
            counts[random.below(7)] += 1;
        }
        assert!(counts.iter().all(|count| (count - 10_000).abs() < 500), "{counts:?}");
    }

    #[test]
    fn normal_numbers_have_the_moments_and_tails_of_the_normal_distribution() {
        let mut random = Random::new(2);
        let numbers: Vec<f64> = (0..200_000).map(|_| random.normal()).collect();
        let mean_of = |f: &dyn Fn(f64) -> f64| numbers.iter().map(|&x| f(x)).sum::<f64>() / 200_000.0;
        assert!(mean_of(&|x| x).abs() < 0.01);
        assert!((mean_of(&|x| x * x) - 1.0).abs() < 0.02);
        assert!(mean_of(&|x| x.powi(3)).abs() < 0.05);
        assert!((mean_of(&|x| x.powi(4)) - 3.0).abs() < 0.1);
        for (beyond, share) in [(1.0, 0.3173), (2.0, 0.0455), (3.0, 0.0027)] {
            let found = mean_of(&|x| f64::from(u8::from(x.abs() > beyond)));
            assert!((found - share).abs() < 0.05 * share + 0.0005, "{found} beyond {beyond}");
        }
    }
}
