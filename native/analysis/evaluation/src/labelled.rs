//! The labelled protocol: each chosen test is labelled before the next is chosen.

use faultline_diagnosability::AnyMetric;

/// The metrics of a plan, each followed by its labelled variant. In the labelled protocol the pool has no
/// outcomes, and the outcome of each chosen test is revealed to the metric as it is to the ranking. A
/// labelled failure is an additional failing test for every metric.
///
/// Otherwise the protocol equals that of [`evaluate`](crate::evaluate), so both fit in one table. Metrics
/// that know outcomes already get no second column.
pub fn with_labelled(metrics: &[AnyMetric]) -> Vec<AnyMetric> {
    let labelled = |metric: &AnyMetric| (!metric.knows_outcomes()).then(|| metric.labelled());
    metrics.iter().flat_map(|metric| std::iter::once(metric.clone()).chain(labelled(metric))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_that_know_outcomes_get_no_second_column() {
        let metrics = ["eap:q=0.2", "fdg", "tfd"].map(|name| AnyMetric::find(name).unwrap());
        let names: Vec<String> = with_labelled(&metrics).iter().map(AnyMetric::name).collect();
        assert_eq!(names, ["eap:q=0.2", "eap:q=0.2 labelled", "fdg", "tfd", "tfd labelled"]);
    }
}
