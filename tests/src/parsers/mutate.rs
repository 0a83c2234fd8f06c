//! Seeded mutations of inputs.

/// Fragments with a meaning in some format.
const ODD: [&[u8]; 26] = [
    b"\t",
    b"\n",
    b"\r\n",
    b" ",
    b",",
    b"\"",
    b"\"\"",
    b"$",
    b"#",
    b"(",
    b")",
    b":",
    b"::",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\",
    b"\0",
    b"-1",
    b"1e999",
    b"4294967296",
    b"18446744073709551616",
    b"null",
    b"\xff\xff\xff\xff",
    b"\xff\xff\xff\xff\xff\xff\xff\x7f",
];

/// Creates inputs from inputs, deterministically by seed.
#[derive(Clone, Debug)]
pub struct Mutator {
    state: u64,
}

impl Mutator {
    /// A mutator with a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// SplitMix64.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// Returns a mutation of a seed, possibly with parts of another. Panics: there are no seeds.
    pub fn input(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let mut input = seeds[self.below(seeds.len())].clone();
        for _ in 0..=self.below(3) {
            let at = self.below(input.len() + 1);
            let end = (at + 1 + self.below(40)).min(input.len());
            match self.below(8) {
                0 if at < input.len() => input[at] ^= 1 << self.below(8),
                1 => drop(input.drain(at..end.max(at))),
                2 => input.truncate(at),
                3 => {
                    let copy = input[at..end.max(at)].to_vec();
                    let to = self.below(input.len() + 1);
                    drop(input.splice(to..to, copy));
                }
                4 => {
                    let other = &seeds[self.below(seeds.len())];
                    let from = self.below(other.len() + 1);
                    let to = (from + self.below(200)).min(other.len());
                    drop(input.splice(at..at, other[from..to].iter().copied()));
                }
                5 if at < input.len() => input[at] = self.below(256) as u8,
                _ => drop(input.splice(at..end.min(at + 1), ODD[self.below(ODD.len())].iter().copied())),
            }
        }
        input
    }
}
