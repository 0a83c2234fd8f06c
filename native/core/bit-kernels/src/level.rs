//! The instruction sets of kernels.

use std::sync::OnceLock;

/// The instruction sets that kernels are compiled for, slowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// What the target guarantees (SSE2 on x86-64, NEON on aarch64).
    Baseline,
    /// AVX2 with `popcnt`, `bmi1` and `bmi2`.
    Avx2,
    /// AVX-512 F, BW, VL and VPOPCNTDQ on top of AVX2.
    Avx512,
}

impl Level {
    /// Every level, slowest first.
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The best level of this CPU. Cost: detected once, then an atomic load.
    pub fn best() -> Self {
        static BEST: OnceLock<Level> = OnceLock::new();
        *BEST.get_or_init(|| {
            Self::ALL.into_iter().rev().find(|level| level.is_available()).unwrap_or(Self::Baseline)
        })
    }

    /// Whether this CPU (and operating system) can run the level.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        let avx2 = || {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
        };
        match self {
            Self::Baseline => true,
            Self::Avx2 => avx2(),
            Self::Avx512 => {
                avx2()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
        }
    }

    /// Whether this CPU (and operating system) can run the level.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == Self::Baseline
    }
}

/// Defines a kernel twice: `$name`, at the best level, and `$name_at`, at a chosen one.
///
/// The body is an `#[inline(always)]` function of safe code: inlining it into a function with more target features compiles it for
/// these.
macro_rules! dispatched {
    (
        $(#[$doc:meta])*
        pub fn $name:ident / $name_at:ident ($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $body:path;
    ) => {
        $(#[$doc])*
        pub fn $name($($arg: $ty),*) $(-> $ret)? {
            $name_at($crate::Level::best(), $($arg),*)
        }

        #[doc = concat!("[`", stringify!($name), "`] at a chosen level, for tests and benches.")]
        /// Panics: this CPU does not have the level.
        pub fn $name_at(level: $crate::Level, $($arg: $ty),*) $(-> $ret)? {
            assert!(level == $crate::Level::best() || level.is_available(), "this CPU has no {level:?}");
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
                fn avx2($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,popcnt,bmi1,bmi2")]
                fn avx512($($arg: $ty),*) $(-> $ret)? {
                    $body($($arg),*)
                }
                match level {
                    $crate::Level::Baseline => {}
                    // SAFETY: the assertion above found the features of the level on this CPU.
                    $crate::Level::Avx2 => return unsafe { avx2($($arg),*) },
                    // SAFETY: as above.
                    $crate::Level::Avx512 => return unsafe { avx512($($arg),*) },
                }
            }
            $body($($arg),*)
        }
    };
}

pub(crate) use dispatched;

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn the_best_level_is_available_and_nothing_above_it_is() {
        let best = Level::best();
        for level in Level::ALL {
            assert!(level.is_available() || level > best, "{level:?} is missing below {best:?}");
            assert!(!(level > best && level.is_available()), "{level:?} is available above {best:?}");
        }
    }
}
