//! Converts bit planes to numbers.

/* Plane k has bit k of the numbers at 512 places, eight words of 64. Eight planes are one byte of each number: swapping ever smaller
parts between planes collects the bytes of eight places, and a transpose of 8 x 8 bits in each word yields the bytes [1]. Every step is
the same for all eight words, so it is one instruction on a wide CPU.

[1] Warren, Hacker's Delight, 7-3. */

/// Number of words converted at once.
pub(crate) const WORDS: usize = 8;
/// Number of places in these words.
const PLACES: usize = WORDS * 64;
/// Number of planes of a byte.
const BYTE: usize = 8;

/// Adds to each sum the number at its place, given the lowest plane first.
/// Shape: at most 32 planes and 512 sums. A sum past `u32::MAX` wraps.
#[inline(always)]
pub(crate) fn add_numbers(planes: &[[u64; WORDS]], sums: &mut [u32]) {
    assert!(planes.len() <= 32 && sums.len() <= PLACES, "at most 32 planes of eight words");
    let mut numbers = [0; PLACES];
    for (byte, planes) in planes.chunks(BYTE).enumerate() {
        if planes.iter().all(|plane| *plane == [0; WORDS]) {
            continue;
        }
        let mut eight = [[0; WORDS]; BYTE];
        eight[..planes.len()].copy_from_slice(planes);
        gather_bytes(&mut eight);
        let mut bytes = [0; PLACES];
        for (b, words) in eight.iter().enumerate() {
            for (w, word) in words.iter().enumerate() {
                bytes[(w * BYTE + b) * 8..][..8].copy_from_slice(&word.to_le_bytes());
            }
        }
        for (number, &bits) in numbers.iter_mut().zip(&bytes) {
            *number |= u32::from(bits) << (8 * byte);
        }
    }
    for (sum, number) in sums.iter_mut().zip(&numbers) {
        *sum = sum.wrapping_add(*number);
    }
}

/// Byte j of word w of array b becomes bits 0 to 7 of place 8 b + j of that word.
#[inline(always)]
fn gather_bytes(planes: &mut [[u64; WORDS]; BYTE]) {
    swap_parts(planes, 4, 0x0000_0000_ffff_ffff);
    swap_parts(planes, 2, 0x0000_ffff_0000_ffff);
    swap_parts(planes, 1, 0x00ff_00ff_00ff_00ff);
    for words in planes {
        for word in words {
            let mut x = *word;
            let swap = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
            x ^= swap ^ swap << 7;
            let swap = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
            x ^= swap ^ swap << 14;
            let swap = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
            *word = x ^ swap ^ swap << 28;
        }
    }
}

/// Swaps the upper parts of planes with the lower parts of those `apart` further on.
#[inline(always)]
fn swap_parts(planes: &mut [[u64; WORDS]; BYTE], apart: usize, lower_part: u64) {
    let width = 8 * apart;
    for square in planes.chunks_exact_mut(2 * apart) {
        let (upper, lower) = square.split_at_mut(apart);
        for (a, b) in upper.iter_mut().zip(lower) {
            for (a, b) in a.iter_mut().zip(b) {
                let swap = (*a >> width ^ *b) & lower_part;
                *a ^= swap << width;
                *b ^= swap;
            }
        }
    }
}
