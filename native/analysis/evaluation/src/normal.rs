//! The tail of the normal distribution.

use std::f64::consts::SQRT_2;

/// P(|Z| ≥ z) for a standard normal Z. Units: 0..=1; bit-identical on every machine.
pub(crate) fn two_sided(z: f64) -> f64 {
    libm::erfc(z.abs() / SQRT_2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_those_of_the_tables() {
        let table = [
            (0.0, 1.0),
            (1.0, 0.317_310_507_862_914_1),
            (1.959_963_984_540_054, 0.05),
            (2.575_829_303_548_901, 0.01),
            (5.0, 5.733_031_437_583_878e-7),
            (10.0, 1.523_970_604_832_105e-23),
        ];
        for (z, p) in table {
            assert!((two_sided(z) / p - 1.0).abs() < 1e-14, "{z}: {} is not {p}", two_sided(z));
        }
    }
}
