//! Positions of numbers on a drawing, and axis labels.

/// Distances between labels, times a power of ten.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];
/// Approximate number of labels of an axis of values.
const LABELS: f64 = 4.0;

/// A scale that maps numbers to positions.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    /// The numbers at its ends.
    range: [f64; 2],
    /// The positions of its ends.
    places: [f64; 2],
    /// The distance between labels.
    step: f64,
}

impl Axis {
    /// An axis from 1 to a count. `places` are the positions of 1 and of the count.
    pub fn of_counts(count: usize, places: [f64; 2]) -> Self {
        let last = count.max(2) as f64;
        let step = nice((last / 8.0).max(1.0));
        Self { range: [1.0, last], places, step }
    }

    /// An axis that covers these values; its ends are labels.
    pub fn of_values(values: impl Iterator<Item = f64>, places: [f64; 2]) -> Self {
        let finite = values.filter(|value| value.is_finite());
        let extremes = finite.fold(None, |extremes: Option<[f64; 2]>, value| {
            let [low, high] = extremes.unwrap_or([value; 2]);
            Some([low.min(value), high.max(value)])
        });
        let [low, high] = extremes.unwrap_or([0.0, 1.0]);
        // Equal values also need some width.
        let width = if high > low { high - low } else { high.abs().max(1.0) };
        let step = nice(width / LABELS);
        let range = [(low / step).floor() * step, ((high / step).ceil() * step).max(low + step)];
        Self { range, places, step }
    }

    /// The position of a number.
    pub fn place(&self, number: f64) -> f64 {
        let ([low, high], [first, last]) = (self.range, self.places);
        first + (number - low) / (high - low) * (last - first)
    }

    /// The numbers to label, ascending.
    pub fn ticks(&self) -> impl Iterator<Item = f64> {
        let [low, high] = self.range.map(|end| end / self.step);
        // Allow for rounding errors at the ends.
        let (first, last) = ((low - 1e-9).ceil() as i64, (high + 1e-9).floor() as i64);
        (first..=last).map(|n| n as f64 * self.step)
    }

    /// Formats a number with the decimals needed to distinguish labels.
    pub fn label(&self, number: f64) -> String {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        // Avoid a negative zero.
        let number = if number.abs() < self.step / 2.0 { 0.0 } else { number };
        format!("{number:.decimals$}")
    }
}

/// The smallest round step that is at least `step`.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let fits = |nice: &f64| nice * power >= step * (1.0 - 1e-9);
    STEPS.into_iter().find(fits).unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64]) -> Vec<String> {
        let axis = Axis::of_values(values.iter().copied(), [100.0, 0.0]);
        axis.ticks().map(|tick| axis.label(tick)).collect()
    }

    #[test]
    fn labels_are_round_numbers_around_the_values() {
        assert_eq!(labels(&[0.0, 0.031]), ["0.00", "0.01", "0.02", "0.03", "0.04"]);
        assert_eq!(labels(&[-0.4, 0.9]), ["-0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(&[0.431, 0.575]), ["0.40", "0.45", "0.50", "0.55", "0.60"]);
        assert_eq!(labels(&[3.0, 1234.0]), ["0", "500", "1000", "1500"]);
    }

    #[test]
    fn values_lie_between_the_ends_also_when_they_are_equal_or_there_are_none() {
        for values in [&[][..], &[0.0], &[7.0, 7.0], &[-3.0], &[1e-9, 2e-9], &[f64::NAN, 1.0]] {
            let axis = Axis::of_values(values.iter().copied(), [100.0, 0.0]);
            for &value in values.iter().filter(|value| value.is_finite()) {
                assert!((-1e-6..=100.0 + 1e-6).contains(&axis.place(value)), "{values:?}");
            }
            assert!((2..=9).contains(&axis.ticks().count()), "{values:?}");
        }
    }

    #[test]
    fn counts_are_labelled_by_whole_numbers() {
        let labels = |count| {
            let axis = Axis::of_counts(count, [0.0, 1.0]);
            axis.ticks().map(|tick| axis.label(tick)).collect::<Vec<_>>()
        };
        assert_eq!(labels(1), ["1", "2"]);
        assert_eq!(labels(5), ["1", "2", "3", "4", "5"]);
        assert_eq!(labels(59), ["10", "20", "30", "40", "50"]);
    }
}
