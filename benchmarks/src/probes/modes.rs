//! How the JVM compiles, fixed.

/// A way of compiling.
pub(super) struct Mode {
    pub(super) name: &'static str,
    pub(super) flags: &'static [&'static str],
    /// Iterations of each kernel until nothing is left to compile, in each JVM.
    pub(super) warmups: usize,
    /// Those that count.
    pub(super) iterations: usize,
}

/// From bounds to what users have: interpreted alone, the first compiler alone, the second alone, and as the JVM does it.
pub(super) const MODES: [Mode; 4] = [
    Mode { name: "interpreted", flags: &["-Xint"], warmups: 1, iterations: 10 },
    Mode { name: "C1", flags: &["-XX:TieredStopAtLevel=1"], warmups: 5, iterations: 10 },
    Mode { name: "C2", flags: &["-XX:-TieredCompilation", "-Xbatch"], warmups: 12, iterations: 10 },
    Mode { name: "default", flags: &[], warmups: 20, iterations: 10 },
];
