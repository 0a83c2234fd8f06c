//! Affected tests as arguments of build tools.

use faultline_baseline::{Baseline, Listed, Why};
use faultline_spectrum::TestName;

/// The affected tests and what is new. A class of which the code has changed, which may have new tests, stands there as a whole:
/// without a method. So does one whose tests are no methods.
pub fn names<'a>(baseline: &'a Baseline, listed: &'a Listed) -> Vec<TestName<'a>> {
    let affected =
        listed.tests.iter().filter_map(|(id, why)| Some((id, baseline.tests.get(id)?, why.as_ref()?)));
    let is_whole = |why: &Why| matches!(why, Why::Code(_) | Why::Missing(_));
    let tests = affected.map(|(id, test, why)| {
        let method = if is_whole(why) { "" } else { test.method.as_str() };
        TestName { unique_id: id, class: &test.class, method, display: "" }
    });
    let whole = |class| TestName { unique_id: "", class, method: "", display: "" };
    let new = listed.new_classes.iter().map(|class| whole(class.as_str()));
    tests.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use faultline_baseline::TestState;

    use super::*;

    #[test]
    fn classes_of_which_the_code_has_changed_and_new_ones_are_whole() {
        let mut baseline = Baseline::default();
        let mut listed = Listed::default();
        let tests = [
            ("one(a.ATest)", "a.ATest", "one", Some(Why::Changed("a.A".into(), "m".into()))),
            ("not(a.ATest)", "a.ATest", "not", None),
            ("x(a.BTest)", "a.BTest", "x", Some(Why::Code("a.BTest".into()))),
        ];
        for (id, class, method, why) in tests {
            let test = TestState { class: class.into(), method: method.into(), ..TestState::default() };
            baseline.tests.insert(id.into(), test);
            listed.tests.insert(id.into(), why);
        }
        listed.new_classes.insert("a.NewTest".into());
        let names: Vec<_> = names(&baseline, &listed).iter().map(|name| (name.class, name.method)).collect();
        assert_eq!(names, [("a.ATest", "one"), ("a.BTest", ""), ("a.NewTest", "")]);
    }
}
