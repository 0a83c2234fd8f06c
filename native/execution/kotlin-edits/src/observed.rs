//! The class that receives the observations of variants.

/// It is on the class path of the JVM that runs variants.
pub const OBSERVED: &str = "io.faultline.amplify.observe.Observed";
