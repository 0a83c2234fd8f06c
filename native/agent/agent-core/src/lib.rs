//! The native core inside the JVM.
//!
//! [`exports`] has the native methods of `io.faultline.bridge.Core`, a thin layer that reads Java values and moves hits out
//! of Java arrays ([`java`], [`capture`]). The other modules do not use JNI: [`chunks`] maps hits to classes,
//! [`attribution`] to tests and initialisers, [`recorder`] converts them to rows, and [`journal`] appends these to a file.
//!
//! [`fitness_exports`] has the native methods of `io.faultline.bridge.Fitness`, for guided searches kept by handle in
//! [`fitness`]. The recording agent's library is built without them.
//!
//! [`jvmti`] handles events of the JVM: its end, classes missed by transformers, and throws.
//!
//! The core does not disturb the host: no threads, no exceptions, no panics across JNI. Its only output is one sentence on
//! standard error when nothing can be recorded: the file cannot be written, or `-agentpath` was given unknown options or a
//! JVM without events. Other problems are noted in [`troubles`] and written to the file's seal.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod attribution;
mod capture;
mod chunks;
mod classes;
mod environment;
mod exports;
#[cfg(feature = "fitness")]
mod fitness;
#[cfg(feature = "fitness")]
mod fitness_exports;
mod guard;
mod hits;
mod java;
mod journal;
mod jvmti;
mod launch;
#[cfg(feature = "test-panic")]
mod panics;
mod recorder;
mod run;
mod tell;
mod troubles;

#[cfg(test)]
mod testing;
