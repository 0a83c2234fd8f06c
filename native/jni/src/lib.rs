//! The core inside the JVM.
