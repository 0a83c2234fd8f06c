//! Fixed modes of JIT compilation.

/// A mode of JIT compilation.
pub(super) struct Mode {
    pub(super) name: &'static str,
    pub(super) flags: &'static [&'static str],
    /// Iterations of each kernel until compilation is finished, in each JVM.
    pub(super) warmups: usize,
    /// Iterations that count.
    pub(super) iterations: usize,
}

/// From bounds to typical use: interpreter only, first compiler only, second compiler only, and the default.
pub(super) const MODES: [Mode; 4] = [
    Mode { name: "interpreted", flags: &["-Xint"], warmups: 1, iterations: 10 },
    Mode { name: "C1", flags: &["-XX:TieredStopAtLevel=1"], warmups: 5, iterations: 10 },
    Mode { name: "C2", flags: &["-XX:-TieredCompilation", "-Xbatch"], warmups: 12, iterations: 10 },
    Mode { name: "default", flags: &[], warmups: 20, iterations: 10 },
];
