//! Reads exceptions and their stack traces from Java.

use faultline_spectrum::{Failure, Frame};
use jni::sys::{jintArray, jobjectArray, jstring};

use crate::java::Jni;

/// References to an exception's class (null for none) and to its frames: class, method, class, method ... and each line.
pub struct Thrown {
    pub exception: jstring,
    pub frames: jobjectArray,
    pub frame_lines: jintArray,
}

impl Thrown {
    /// Reads the failure of a test, without its frames if they are malformed; that is the error.
    pub fn read(&self, jni: Jni) -> (Option<Failure>, Result<(), String>) {
        let Some(exception) = jni.string(self.exception) else { return (None, Ok(())) };
        let (frames, cut) = frames(jni, self.frames, self.frame_lines);
        (Some(Failure { exception, frames, thrown: None }), cut)
    }
}

/// Reads the frames of a stack trace; empty if they are malformed, which is the error.
pub fn frames(jni: Jni, names: jobjectArray, lines: jintArray) -> (Vec<Frame>, Result<(), String>) {
    let names = jni.strings(names).unwrap_or_default();
    let lines = jni.ints(lines).unwrap_or_default();
    let whole = names.len() == 2 * lines.len();
    let mut names = names.into_iter();
    let frames =
        lines.into_iter().map_while(|line| Some(Frame { class: names.next()?, method: names.next()?, line }));
    let frames = frames.collect();
    (frames, if whole { Ok(()) } else { Err("a stack trace had frames without names or lines".into()) })
}
