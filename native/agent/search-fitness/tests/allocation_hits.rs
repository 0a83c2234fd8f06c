//! Converting hits to a row allocates nothing.

use allocation_counter::measure;
use faultline_search_fitness::Hits;
use faultline_spectrum::{
    ClassDetails, ClassFile, RecordedClass, RecordedDetails, RecordedMethod, Recording,
};

const LINES: usize = 300;

/// Two classes of which one extends the other and uses its fields; both have initialisers.
fn hits() -> Hits {
    let class = |id: u32| {
        RecordedClass::new(
            id,
            ClassFile {
                name: format!("a.C{id}"),
                source_file: None,
                hash: 0,
                location: String::new(),
                methods: vec![RecordedMethod { name: "m".into(), descriptor: "()V".into() }],
                slots: (1..=LINES as u32 / 2).map(|line| (0, line)).collect(),
            },
        )
    };
    let details = RecordedDetails::new(
        1,
        ClassDetails {
            superclass: Some("a.C0".into()),
            owners: vec!["a.C0".into()],
            uses: vec![(3, 0), (90, 0)],
            debug: None,
        },
    );
    let seen =
        Recording { classes: vec![class(0), class(1)], details: vec![details], ..Recording::default() };
    let bits: Vec<Option<u32>> = (0..LINES as u32).map(Some).collect();
    let mut hits = Hits::new(&seen, &bits, LINES.div_ceil(64));
    let mut ran = vec![0; hits.words()];
    ran[0] = 0b101;
    hits.initialised(0, &ran);
    hits.initialised(1, &ran);
    hits
}

#[test]
fn the_row_of_hits_is_made_without_allocating() {
    let mut all = hits();
    let mut one = vec![0; all.words()];
    let last = one.len() - 1;
    one[last] = 1;
    assert_eq!(all.row(&one)[0] & 0b111, 0b101, "the initialisers are charged");
    let allocated = measure(|| {
        for bit in 0..64 {
            one[last] = 1 << bit;
            all.row(&one);
        }
    });
    assert_eq!(allocated.count_total, 0);
}
