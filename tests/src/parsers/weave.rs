//! Class files that get probes: no content makes the weaver panic; what it writes has the lines of what it read.

use faultline_class_file::DebugInfo;
use faultline_class_weaver::{Method, Order, Placement, Probes, weave};

/// More methods than the seeds have.
const MOST: usize = 4;

pub(super) use super::class::seeds;

/// A file of which nothing is changed stays as it is, byte for byte; one with probes has the same lines.
pub(super) fn check(data: &[u8]) -> bool {
    let lines: Vec<i32> = (1..=300).collect();
    let mut is_woven = false;
    for count in 0..=MOST {
        for placement in [None, Some(Placement::Entry), Some(Placement::Lines)] {
            let method =
                Method { placement, from: 0, to: lines.len(), brackets: count % 2 == 0, only_some: true };
            let methods = vec![method; count];
            for probes in [Probes::Shared, Probes::Scoped { sees_tests: false }] {
                let order = Order { class: 1, chunk: 2, base: 64, probes, methods: &methods, lines: &lines };
                let Some(woven) = weave(data, &order) else { continue };
                is_woven = true;
                assert_eq!(woven.sizes.len(), lines.len());
                if placement.is_none() {
                    assert_eq!(woven.class_file, data);
                } else if let Some(before) = DebugInfo::read(data) {
                    let after = DebugInfo::read(&woven.class_file).expect("what was woven can be read");
                    let lines = |info: &DebugInfo| {
                        info.methods.iter().map(|method| method.lines.clone()).collect::<Vec<_>>()
                    };
                    assert_eq!(lines(&after), lines(&before));
                }
            }
        }
    }
    is_woven
}
