//! Suspiciousness as a shade.

/// Number of shades, without the empty one.
pub const SHADES: u8 = 9;

/// The CSS class for a suspiciousness relative to the highest: `s0` (no failing test ran it) to `s9`.
/// Range: 0 to 1; larger values count as 1.
pub fn class(share: f64) -> &'static str {
    const CLASSES: [&str; SHADES as usize + 1] = ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"];
    CLASSES[usize::from(of(share))]
}

/// The number of the shade; 0 only for lines that are not suspicious.
pub fn of(share: f64) -> u8 {
    if share.is_nan() || share <= 0.0 {
        return 0;
    }
    (share.min(1.0) * f64::from(SHADES)).ceil() as u8
}

/// A score relative to the best one; infinite scores give 1. Range: 0 to 1.
pub fn share(score: f64, best: f64) -> f64 {
    if score.is_nan() || best.is_nan() || score <= 0.0 {
        0.0
    } else if score >= best {
        1.0
    } else if best.is_infinite() {
        0.0
    } else {
        score / best
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_what_is_not_suspicious_has_no_shade() {
        assert_eq!((of(0.0), of(-1.0), of(f64::NAN)), (0, 0, 0));
        assert_eq!((of(1e-9), of(0.5), of(1.0), of(7.0)), (1, 5, 9, 9));
        assert_eq!(class(1.0), "s9");
        assert_eq!((share(f64::INFINITY, f64::INFINITY), share(1.0, f64::INFINITY)), (1.0, 0.0));
    }

    proptest! {
        #[test]
        fn more_suspicion_is_never_a_lighter_shade(a in 0.0..1.0f64, b in 0.0..1.0f64, best in 0.1..9.0f64) {
            prop_assert!(a > b || of(a) <= of(b));
            prop_assert!((0.0..=1.0).contains(&share(a, best)));
        }
    }
}
