//! Moves hits out of a chunk: scan, pack, clear.
//!
//! Java threads may store into the array at any moment, so it is read and cleared through atomics: a store ends up in this
//! capture or the next one and is never lost. Array data starts at a multiple of 8 bytes in most JVMs, of 4 in newer ones
//! with compact headers.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use faultline_bit_kernels::pack64;

/// Bytes that become one word of a row.
pub const BLOCK: usize = 64;

/// A block of a chunk with hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Position of its chunk.
    pub chunk: u32,
    /// Its number in the chunk.
    pub index: u32,
    /// Bit `b` is byte `64 index + b`; not 0.
    pub bits: u64,
}

/// A unit in which an array is scanned.
trait Unit: Sized {
    /// Bytes of one unit.
    const BYTES: usize;
    /// Non-zero if some byte is.
    fn peek(&self) -> u64;
    /// Clears the unit and copies its bytes in memory order.
    fn take(&self, into: &mut [u8]);
}

macro_rules! unit {
    ($atomic:ty) => {
        impl Unit for $atomic {
            const BYTES: usize = size_of::<$atomic>();

            fn peek(&self) -> u64 {
                u64::from(self.load(Relaxed))
            }

            fn take(&self, into: &mut [u8]) {
                if self.load(Relaxed) != 0 {
                    into.copy_from_slice(&self.swap(0, Relaxed).to_ne_bytes());
                }
            }
        }
    };
}

unit!(AtomicU8);
unit!(AtomicU32);
unit!(AtomicU64);

/// Moves the hits of an array's first `blocks` blocks to `into` and clears them.
///
/// Cost: one load per 8 bytes, one exchange per 8 bytes with hits; no allocation if `into` has room for `blocks` more.
///
/// # Safety
/// `start` must be valid for reads and writes of `64 * blocks` bytes during the call, and all other accesses must be atomic
/// (as a JVM's byte stores are).
#[allow(clippy::cast_ptr_alignment)] // checked, arm by arm
pub unsafe fn drain(start: *mut u8, blocks: usize, chunk: u32, into: &mut Vec<Block>) {
    // SAFETY: valid by contract; atomics allow shared access; each arm checks alignment.
    unsafe {
        if start.cast::<AtomicU64>().is_aligned() {
            scan(std::slice::from_raw_parts(start.cast::<AtomicU64>(), blocks * 8), chunk, into);
        } else if start.cast::<AtomicU32>().is_aligned() {
            scan(std::slice::from_raw_parts(start.cast::<AtomicU32>(), blocks * 16), chunk, into);
        } else {
            scan(std::slice::from_raw_parts(start.cast::<AtomicU8>(), blocks * 64), chunk, into);
        }
    }
}

fn scan<U: Unit>(units: &[U], chunk: u32, into: &mut Vec<Block>) {
    for (index, units) in units.chunks_exact(BLOCK / U::BYTES).enumerate() {
        if units.iter().fold(0, |any, unit| any | unit.peek()) == 0 {
            continue;
        }
        let mut bytes = [0; BLOCK];
        for (unit, into) in units.iter().zip(bytes.chunks_exact_mut(U::BYTES)) {
            unit.take(into);
        }
        let bits = pack64(&bytes);
        // Captures never run in parallel, so the hits are still there.
        into.push(Block { chunk, index: index as u32, bits });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::atomic::Ordering::{Acquire, Release};

    use super::*;

    /// Bytes at an address that is `offset` past a multiple of 8.
    fn with_alignment(offset: usize, bytes: &[u8], check: impl Fn(*mut u8)) {
        let mut words = vec![0_u64; bytes.len() / 8 + 2];
        // SAFETY: `offset < 8` and the vector has room for the bytes and 8 more.
        let start = unsafe { words.as_mut_ptr().cast::<u8>().add(offset) };
        // SAFETY: as above; source and destination are different allocations.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, bytes.len()) };
        check(start);
    }

    #[test]
    fn hits_are_packed_and_cleared_at_every_alignment() {
        let mut bytes = [0_u8; 256];
        for at in [0, 7, 8, 63, 128, 130, 191] {
            bytes[at] = 1;
        }
        let expected = [
            Block { chunk: 3, index: 0, bits: 1 | 1 << 7 | 1 << 8 | 1 << 63 },
            Block { chunk: 3, index: 2, bits: 1 | 1 << 2 | 1 << 63 },
        ];
        for offset in 0..8 {
            with_alignment(offset, &bytes, |start| {
                let mut found = Vec::new();
                // SAFETY: 256 bytes are valid and nobody else uses them.
                unsafe { drain(start, 4, 3, &mut found) };
                assert_eq!(found, expected, "offset {offset}");
                found.clear();
                // SAFETY: as above.
                unsafe { drain(start, 4, 3, &mut found) };
                assert_eq!(found, [], "offset {offset}: not cleared");
            });
        }
    }

    #[test]
    fn blocks_past_the_used_part_are_left_alone() {
        let mut bytes = [0_u8; 128];
        bytes[100] = 1;
        with_alignment(0, &bytes, |start| {
            let mut found = Vec::new();
            // SAFETY: 128 bytes are valid and nobody else uses them.
            unsafe { drain(start, 1, 0, &mut found) };
            assert_eq!(found, []);
            // SAFETY: as above.
            assert_eq!(unsafe { *start.add(100) }, 1);
        });
    }

    const ROUNDS: u64 = if cfg!(miri) { 50 } else { 20_000 };

    /// Stores to two bytes of a block, to the first [`ROUNDS`] times and never again before it was taken; returns how often
    /// the hit was captured. A JVM stores bytes. In Rust, atomic accesses of different sizes must not overlap, so the test
    /// stores in the scanned unit.
    fn seen(start: *mut u8, is_taken: impl Fn() -> bool + Sync, hit: impl Fn() + Sync) -> u64 {
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..ROUNDS {
                    while !is_taken() {
                        std::thread::yield_now();
                    }
                    hit();
                }
                done.store(true, Release);
            });
            let mut seen = 0;
            let mut found = Vec::with_capacity(1);
            loop {
                let last = done.load(Acquire);
                found.clear();
                // SAFETY: 64 bytes are valid, and the writer stores atomically.
                unsafe { drain(start, 1, 0, &mut found) };
                seen += found.iter().filter(|block| block.bits >> 21 & 1 != 0).count() as u64;
                if last && found.is_empty() {
                    break seen;
                }
                std::thread::yield_now();
            }
        })
    }

    #[test]
    fn a_store_beside_a_running_capture_is_never_lost() {
        let words: Vec<AtomicU64> = (0..8).map(|_| AtomicU64::new(0)).collect();
        let byte = |at: u32| u64::from_ne_bytes(std::array::from_fn(|i| u8::from(i as u32 == at)));
        let taken = || words[2].load(Relaxed) & byte(5) == 0;
        let hit = || {
            words[2].fetch_or(byte(5), Relaxed);
            words[2].fetch_or(byte(6), Relaxed);
        };
        assert_eq!(seen(words.as_ptr().cast_mut().cast(), taken, hit), ROUNDS);
    }

    #[test]
    fn no_store_is_lost_in_an_array_that_begins_anywhere() {
        // One byte past a multiple of 8, so no wider unit is aligned.
        let bytes: Vec<AtomicU8> = (0..BLOCK + 8).map(|_| AtomicU8::new(0)).collect();
        let odd = &bytes[bytes.as_ptr().align_offset(8).min(7) ^ 1..];
        let taken = || odd[21].load(Relaxed) == 0;
        let hit = || {
            odd[21].store(1, Relaxed);
            odd[22].store(1, Relaxed);
        };
        assert_eq!(seen(odd.as_ptr().cast_mut().cast(), taken, hit), ROUNDS);
    }
}
