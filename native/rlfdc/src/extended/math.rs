//! Exponentials and logarithms by plain arithmetic.

/* A model must come out of its training bit by bit on every machine, and the last bits of `exp`
and `ln` depend on the C library. Sums in a fixed order do not. */

use std::f64::consts::{LN_2, SQRT_2};

/// e^x, to 15 digits; 0 below about -700. Shape: x up to 700.
pub(crate) fn exp(x: f64) -> f64 {
    if x < -700.0 {
        return 0.0;
    }
    let power = (x / LN_2).round();
    let rest = (x - power * LN_2) / 16.0;
    let mut sum = 1.0;
    for n in (1..=9).rev() {
        sum = 1.0 + sum * rest / f64::from(n);
    }
    let squared = |x: f64| x * x;
    squared(squared(squared(squared(sum)))) * f64::from_bits(((power as i64 + 1023) as u64) << 52)
}

/// The natural logarithm, to 15 digits. Shape: normal numbers above 0.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let (mut power, mut rest) =
        ((bits >> 52).cast_signed() - 1023, f64::from_bits(bits & ((1 << 52) - 1) | 1023 << 52));
    if rest > SQRT_2 {
        (power, rest) = (power + 1, rest / 2.0);
    }
    // ln r = 2 artanh((r - 1) / (r + 1)).
    let ratio = (rest - 1.0) / (rest + 1.0);
    let square = ratio * ratio;
    let mut sum = 0.0;
    for n in (0..12).rev() {
        sum = sum * square + 1.0 / f64::from(2 * n + 1);
    }
    2.0 * ratio * sum + power as f64 * LN_2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_agree_with_those_of_the_library() {
        for i in -6_000..6_000 {
            let x = f64::from(i) / 10.0 + 0.037;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-13, "e^{x}");
            let y = f64::from(i + 6_001) / 7.0;
            assert!((ln(y) - y.ln()).abs() <= 1e-15 * (1.0 + y.ln().abs()) * 4.0, "ln {y}");
            assert!((ln(1.0 / y) + y.ln()).abs() <= 1e-14, "ln 1/{y}");
        }
        assert_eq!((exp(0.0).to_bits(), ln(1.0).to_bits()), (1.0_f64.to_bits(), 0.0_f64.to_bits()));
        assert_eq!(exp(-1e9).to_bits(), 0);
    }
}
