//! A few thousand inputs for each parser of files; a million: `make fuzz`.

use faultline_tests::parsers::{Mutator, PARSERS};

#[test]
fn every_parser_takes_its_seeds() {
    for parser in PARSERS {
        for (number, seed) in (parser.seeds)().iter().enumerate() {
            assert!((parser.check)(seed), "{}: seed {number} is refused", parser.name);
        }
    }
}

#[test]
fn every_mutation_is_read_or_refused_as_a_whole() {
    for parser in PARSERS {
        let (seeds, mut taken) = ((parser.seeds)(), 0);
        for seed in 0..2_000 {
            taken += u32::from((parser.check)(&Mutator::new(seed).input(&seeds)));
        }
        assert!((10..2_000).contains(&taken), "{}: {taken} of 2000 inputs are taken", parser.name);
    }
}
