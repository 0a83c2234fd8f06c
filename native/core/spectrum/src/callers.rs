//! Stack frames of what called a test.

use crate::{Failure, Frame};

/// Removes the frames below the lowest one of a test's class: those of the runner, and of rules, extensions and runners of
/// the project itself, which only called the test. All frames stay if none is of that class.
pub(crate) fn cut(failure: &mut Failure, class: &str) {
    let of_test = |frame: &Frame| frame.class == class;
    if let Some(lowest) = failure.frames.iter().rposition(of_test) {
        failure.frames.truncate(lowest + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(frames: &[&str]) -> Vec<String> {
        let frame = |class: &&str| Frame { class: (*class).to_owned(), method: "m".into(), line: 1 };
        let frames = frames.iter().map(frame).collect();
        let mut failure = Failure { exception: "a.Oops".into(), frames, thrown: None };
        cut(&mut failure, "a.CartTest");
        failure.frames.into_iter().map(|frame| frame.class).collect()
    }

    #[test]
    fn what_called_a_test_is_in_no_trace() {
        assert_eq!(left(&["a.Cart", "a.CartTest", "a.EnvRule$1", "org.junit.X"]), ["a.Cart", "a.CartTest"]);
        assert_eq!(
            left(&["a.CartTest", "a.Cart", "a.CartTest", "a.EnvRule"]),
            ["a.CartTest", "a.Cart", "a.CartTest"],
            "the code calls back what the test gave it"
        );
        assert_eq!(left(&["a.Cart", "a.Pool"]), ["a.Cart", "a.Pool"], "a thread of its own");
        assert_eq!(left(&["a.Cart", "a.CartTest$Inner", "a.EnvRule"]).len(), 3, "another class");
    }
}
