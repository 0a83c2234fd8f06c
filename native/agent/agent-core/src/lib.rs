//! The core inside the JVM.
//!
//! [`exports`] has the native methods of `io.faultline.bridge.Core`, a thin layer that reads
//! Java values and takes hits out of Java arrays ([`java`], [`capture`]). The rest knows no
//! JNI: [`chunks`] says whose hits they are, [`attribution`] to which test or initialiser
//! they belong, [`recorder`] makes rows of them and [`journal`] appends those to a file.
//!
//! [`fitness_exports`] are those of `io.faultline.bridge.Fitness`: guided searches, kept by
//! handle in [`fitness`]; the recording agent's library is built without them.
//!
//! [`jvmti`] is what the JVM tells of itself: its end, classes nobody instrumented, throws.
//!
//! Nothing here disturbs the host: no thread, no exception, no panic past JNI, and no output but one
//! sentence on standard error where nothing at all can be recorded: the file cannot be written, or the
//! library was loaded by `-agentpath` with options that it does not know or into a JVM that it cannot
//! listen to. What else goes wrong is noted in [`troubles`] and ends up in the file's seal.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod attribution;
mod capture;
mod chunks;
mod classes;
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
mod tell;
mod troubles;

#[cfg(test)]
mod testing;
