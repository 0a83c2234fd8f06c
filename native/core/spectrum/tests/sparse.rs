//! A sparse matrix behaves as a dense one.

use faultline_spectrum::BitMatrix;
use proptest::prelude::*;

/// More words than a small matrix has, so that it is sparse if few words are filled.
const COLUMNS: usize = 64 * 100_000 + 17;
const ROWS: usize = 30;

/// Words of a row by place, some adjacent, some in the last word.
fn row() -> impl Strategy<Value = Vec<(usize, u64)>> {
    let place = prop_oneof![0_usize..40, 0..COLUMNS / 64, Just(COLUMNS / 64)];
    prop::collection::vec((place, any::<u64>()), 0..30)
}

/// Clears the bits past the row's last column.
fn fitting(&(place, word): &(usize, u64)) -> (usize, u64) {
    (place, if place == COLUMNS / 64 { word & ((1 << 17) - 1) } else { word })
}

fn matrix(rows: &[Vec<(usize, u64)>], filled: usize) -> BitMatrix {
    BitMatrix::of_rows(ROWS, COLUMNS, filled, |at, words| {
        for (place, word) in rows.get(at).into_iter().flatten().map(fitting) {
            words[place] |= word;
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn both_kinds_say_the_same(rows in prop::collection::vec(row(), 1..ROWS), other in 0..COLUMNS) {
        let sparse = matrix(&rows, 900);
        let mut whole = matrix(&rows, usize::MAX);
        prop_assert!(sparse.is_packed() && !whole.is_packed());
        prop_assert!(sparse.held() < 3000 && sparse.whole().is_none());
        prop_assert_eq!(whole.whole().map(<[u64]>::len), Some(whole.held()));
        prop_assert_eq!(&sparse, &whole);
        let (mut of_sparse, mut of_whole) = (sparse.reader(), whole.reader());
        for at in (0..ROWS).chain([3, 3, 1]) {
            prop_assert_eq!(of_sparse.row(at), of_whole.row(at));
            prop_assert_eq!(of_sparse.row(at), &*sparse.row(at));
            for other in [0, at / 2, ROWS - 1] {
                let known = whole.row(at).cmp(&whole.row(other));
                prop_assert_eq!(sparse.compare(at, other), known);
                prop_assert_eq!(whole.compare(at, other), known);
            }
        }
        let mut joined = [vec![0; sparse.stride()], vec![0; sparse.stride()]];
        for at in 0..ROWS {
            prop_assert_eq!(sparse.row(at), whole.row(at));
            prop_assert!(sparse.ones(at).eq(whole.ones(at)));
            prop_assert!(sparse.filled(at).eq(whole.filled(at)));
            prop_assert_eq!(sparse.count(at), whole.ones(at).count() as u64);
            prop_assert!(sparse.ones(at).take(50).all(|column| sparse.get(at, column)));
            prop_assert_eq!(sparse.get(at, other), whole.get(at, other));
            sparse.add_row(at, &mut joined[0]);
            whole.add_row(at, &mut joined[1]);
        }
        prop_assert_eq!(&joined[0], &joined[1]);
        whole.set(ROWS - 1, other);
        prop_assert_eq!(whole == sparse, sparse.get(ROWS - 1, other));
        let mut set = sparse.clone();
        set.set(ROWS - 1, other);
        prop_assert_eq!(&set, &whole);
        prop_assert!(!set.is_packed());
    }
}

#[test]
fn words_are_all_words() {
    let rows = vec![vec![(1, 5), (3, 1), (9, 7)]];
    let sparse = matrix(&rows, 3);
    let words: Vec<u64> = sparse.words().take(11).collect();
    assert_eq!(words, [0, 5, 0, 1, 0, 0, 0, 0, 0, 7, 0]);
    assert_eq!(sparse.held(), 3, "words that are not 0");
}
