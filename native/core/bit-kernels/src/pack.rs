//! Packs bytes to bits: 64 bytes of a hit chunk become one word of a row.
//!
//! Not dispatched by level: a block takes a few nanoseconds, less than a dispatch per call would save, and SSE2 is part of x86-64.

/// Packs 64 bytes to a word: bit `i` is 1 where byte `i` is not zero.
#[inline]
pub fn pack64(block: &[u8; 64]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        sse2::pack64(block)
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        pack64_swar(block)
    }
}

/// Whether all 64 bytes are zero, which is true for most blocks of a chunk.
#[inline]
pub fn is_zero64(block: &[u8; 64]) -> bool {
    let (words, _) = block.as_chunks::<8>();
    words.iter().fold(0, |any, word| any | u64::from_ne_bytes(*word)) == 0
}

/// Packs 64 bytes like [`pack64`] and clears them. A zero block is not written to, so its cache line stays clean.
#[inline]
pub fn pack_and_clear(block: &mut [u8; 64]) -> u64 {
    if is_zero64(block) {
        return 0;
    }
    let word = pack64(block);
    *block = [0; 64];
    word
}

/// Takes the hits out of a chunk: calls `take` with the index and packed word of each block of 64 bytes with a hit, in order, and
/// clears the chunk. Missing bytes of a shorter last block count as zero. Cost: one pass over the bytes; only blocks with a hit are
/// written.
#[inline]
pub fn take_blocks(bytes: &mut [u8], mut take: impl FnMut(usize, u64)) {
    let (blocks, rest) = bytes.as_chunks_mut::<64>();
    for (number, block) in blocks.iter_mut().enumerate() {
        let word = pack_and_clear(block);
        if word != 0 {
            take(number, word);
        }
    }
    if !rest.is_empty() {
        let mut last = [0; 64];
        last[..rest.len()].copy_from_slice(rest);
        rest.fill(0);
        let word = pack64(&last);
        if word != 0 {
            take(blocks.len(), word);
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use std::arch::x86_64::{__m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_setzero_si128};

    #[inline]
    pub(super) fn pack64(block: &[u8; 64]) -> u64 {
        let (quarters, _) = block.as_chunks::<16>();
        let mut zero = 0;
        #[expect(clippy::cast_ptr_alignment, reason = "the load needs no alignment")]
        for (i, quarter) in quarters.iter().enumerate() {
            // SAFETY: SSE2 is part of x86-64, and `quarter` is 16 readable bytes; the load
            // needs no alignment.
            let mask = unsafe {
                let bytes = _mm_loadu_si128(quarter.as_ptr().cast::<__m128i>());
                _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()))
            };
            zero |= u64::from(mask as u16) << (16 * i);
        }
        !zero
    }
}

/// [`pack64`] with ordinary arithmetic, eight bytes at a time.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn pack64_swar(block: &[u8; 64]) -> u64 {
    const LOW_SEVEN: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let (words, _) = block.as_chunks::<8>();
    let mut packed = 0;
    for (i, word) in words.iter().enumerate() {
        let bytes = u64::from_le_bytes(*word);
        // Adding 0x7f carries into bit 7 of every byte whose low bits are not zero.
        let hit = (((bytes & LOW_SEVEN) + LOW_SEVEN) | bytes) & !LOW_SEVEN;
        // Bit 7 of byte k moves to bit 56 + k; no two products meet in one bit.
        packed |= ((hit >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
    }
    packed
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::plain;

    #[test]
    fn every_single_byte_sets_exactly_its_own_bit_whatever_its_value() {
        for position in 0..64 {
            for value in 1..=255 {
                let mut block = [0; 64];
                block[position] = value;
                assert_eq!(pack64(&block), 1 << position);
                assert_eq!(pack64_swar(&block), 1 << position);
                assert!(!is_zero64(&block));
            }
        }
    }

    fn block() -> impl Strategy<Value = [u8; 64]> {
        proptest::collection::vec(prop_oneof![3 => Just(0), 1 => any::<u8>()], 64)
            .prop_map(|bytes| bytes.try_into().unwrap())
    }

    proptest! {
        #[test]
        fn packing_agrees_with_its_plain_twin(block in block()) {
            prop_assert_eq!(pack64(&block), plain::pack64(&block));
            prop_assert_eq!(pack64_swar(&block), plain::pack64(&block));
            prop_assert_eq!(is_zero64(&block), plain::pack64(&block) == 0);
        }

        #[test]
        fn taking_blocks_gives_every_hit_once_and_leaves_zeros(
            mut bytes in proptest::collection::vec(prop_oneof![30 => Just(0), 1 => any::<u8>()], 0..400)
        ) {
            let expected: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i] != 0).collect();
            let (mut taken, mut last) = (Vec::new(), None);
            take_blocks(&mut bytes, |number, word| {
                assert!(word != 0 && last.is_none_or(|l| l < number));
                last = Some(number);
                taken.extend((0..64).filter(|b| word >> b & 1 != 0).map(|b| number * 64 + b));
            });
            prop_assert_eq!(taken, expected);
            prop_assert!(bytes.iter().all(|&b| b == 0));
        }
    }
}
