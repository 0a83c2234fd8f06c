//! The class that variants tell what they observe.

/// It stands on the class path of the JVM that runs variants.
pub const OBSERVED: &str = "io.faultline.amplify.observe.Observed";
