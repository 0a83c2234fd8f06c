//! Stack frames of what called a test.

use crate::{Failure, Frame};

/// Removes the frames below that of the test's method: those of the runner, and of rules, extensions and runners of the project
/// itself, which only called the test. All frames stay if none is of that method, as in a thread of the test's own, and where a class
/// inherits its tests.
/// `method` as in a row, with parameters or invocation.
pub(crate) fn cut(failure: &mut Failure, class: &str, method: &str) {
    let name: &str = method.split(['(', '[', '{', ' ', '#']).next().unwrap_or_default();
    let own = |frames: &[Frame]| frames.iter().rposition(|of| of.class == class && of.method == name);
    let traces = std::iter::once(&mut failure.frames).chain(failure.thrown.as_mut().map(|of| &mut of.frames));
    for frames in traces {
        if let Some(own) = own(frames) {
            frames.truncate(own + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(frames: &[(&str, &str)]) -> Vec<String> {
        let frame = |(class, method): &(&str, &str)| Frame {
            class: (*class).to_owned(),
            method: (*method).to_owned(),
            line: 1,
        };
        let frames = frames.iter().map(frame).collect();
        let mut failure = Failure { exception: "a.Oops".into(), frames, thrown: None };
        cut(&mut failure, "a.CartTest", "adds(int)[2]");
        failure.frames.into_iter().map(|frame| format!("{}.{}", frame.class, frame.method)).collect()
    }

    #[test]
    fn what_called_a_test_is_in_no_trace() {
        let cart = ("a.Cart", "total");
        let test = ("a.CartTest", "adds");
        let rule = ("a.EnvRule$1", "evaluate");
        assert_eq!(left(&[cart, test, rule, ("org.junit.X", "run")]), ["a.Cart.total", "a.CartTest.adds"]);
        let back = [("a.CartTest", "lambda$adds$0"), cart, test];
        assert_eq!(
            left(&[&back[..], &[rule]].concat()).len(),
            3,
            "the code calls back what the test gave it"
        );
        let inherited = [cart, ("a.CartTest", "create"), ("a.BaseTest", "adds")];
        assert_eq!(left(&[&inherited[..], &[rule]].concat()).len(), 4, "a superclass has the test");
        let own_thread = [("a.CartTest", "lambda$adds$0"), ("a.Bus", "dispatch"), ("a.Worker", "run")];
        assert_eq!(left(&own_thread).len(), 3, "a thread of the test's own");
    }
}
