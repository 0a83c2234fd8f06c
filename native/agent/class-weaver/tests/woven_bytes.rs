//! What is written into a small class file, byte by byte, and what is left alone.
//!
//! The agent's `WovenTest` compares whole classes with what the weaver in Java writes.

use faultline_class_weaver::{Method, Order, Placement, Probes, weave};
use proptest::prelude::*;

/// Constants from number 1: texts, then the class `A`.
const TEXTS: [&str; 6] = ["A", "m", "()V", "Code", "LineNumberTable", "<clinit>"];
const CLASS: u8 = TEXTS.len() as u8 + 1;

/// A class with one method of this name and code, whose lines begin at these offsets.
fn class(name: u8, code: &[u8], lines: &[[u16; 2]]) -> Vec<u8> {
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 52, 0, CLASS + 1];
    for text in TEXTS {
        file.extend([1, 0, text.len() as u8]);
        file.extend(text.as_bytes());
    }
    file.extend([7, 0, 1]);
    // Flags, class, superclass, no interface, no field, one static method with one attribute.
    file.extend([0, 1, 0, CLASS, 0, 0, 0, 0, 0, 0, 0, 1, 0, 8, 0, name, 0, 3, 0, 1, 0, 4]);
    let table: Vec<u8> = lines.iter().flatten().copied().flat_map(u16::to_be_bytes).collect();
    file.extend((20 + code.len() as u32 + table.len() as u32).to_be_bytes());
    file.extend([0, 2, 0, 1]);
    file.extend((code.len() as u32).to_be_bytes());
    file.extend(code);
    file.extend([0, 0, 0, 1, 0, 5]);
    file.extend((2 + table.len() as u32).to_be_bytes());
    file.extend((lines.len() as u16).to_be_bytes());
    file.extend(table);
    file.extend([0, 0]);
    file
}

const ALL: Method =
    Method { placement: Some(Placement::Lines), from: 0, to: 2, brackets: false, only_some: false };

fn order<'a>(methods: &'a [Method], lines: &'a [i32], probes: Probes) -> Order<'a> {
    Order { class: 9, chunk: 3, base: 64, probes, methods, lines }
}

fn has(file: &[u8], bytes: &[u8]) -> bool {
    file.windows(bytes.len()).any(|window| window == bytes)
}

/// `iconst_0, ifeq 5, nop, return`: the jump leads to the last instruction, with which line 8 begins.
const CODE: [u8; 6] = [3, 153, 0, 4, 0, 177];
const LINES: [[u16; 2]; 2] = [[0, 7], [5, 8]];

fn woven_file(file: &[u8], order: &Order<'_>) -> Vec<u8> {
    weave(file, order).expect("woven").class_file
}

#[test]
fn the_bytes_of_each_line_are_counted_as_they_were() {
    let woven = weave(&class(2, &CODE, &LINES), &order(&[ALL], &[7, 8], Probes::Shared)).expect("woven");
    assert_eq!(woven.sizes, [5, 1]);
    // A line that begins twice, and one without a slot.
    let lines = [[0, 7], [1, 9], [4, 8], [5, 7]];
    let some = Method { only_some: true, ..ALL };
    let woven = weave(&class(2, &CODE, &lines), &order(&[some], &[7, 8], Probes::Shared)).expect("woven");
    assert_eq!(woven.sizes, [2, 1]);
}

#[test]
fn a_probe_stands_before_each_line_and_jumps_lead_to_it() {
    let woven = woven_file(&class(2, &CODE, &LINES), &order(&[ALL], &[7, 8], Probes::Shared));
    // The first constant that is added is the chunk's name, the last one its field.
    assert!(has(&woven, b"java/lang/$Faultline$C3") && has(&woven, b"hits"));
    let field = CLASS + 6;
    let code = [
        [178, 0, field, 17, 0, 64, 4, 84].as_slice(),
        &[3, 153, 0, 4, 0],
        &[178, 0, field, 17, 0, 65, 4, 84],
        &[177],
    ]
    .concat();
    assert!(has(&woven, &code), "{woven:?}");
    // Three operands more; the lines begin before their probes.
    assert!(has(&woven, &[0, 5, 0, 1, 0, 0, 0, code.len() as u8]));
    assert!(has(&woven, &[0, 0, 0, 7, 0, 13, 0, 8]));
}

#[test]
fn a_static_initialiser_is_bracketed() {
    let method =
        Method { placement: Some(Placement::Entry), from: 0, to: 0, brackets: true, only_some: false };
    let woven = woven_file(&class(6, &[0, 177], &[]), &order(&[method], &[], Probes::Shared));
    for name in ["enter", "exit", "failed"] {
        assert!(has(&woven, name.as_bytes()), "{name}");
    }
    // The instruction is protected, up to the call of `exit`; the handler stands behind the return and needs a frame.
    assert!(has(&woven, &[0, 1, 0, 14, 0, 15, 0, 22, 0, 0]), "{woven:?}");
    assert!(has(&woven, b"StackMapTable"));
}

#[test]
fn what_is_not_known_is_left_to_java() {
    let file = class(2, &CODE, &LINES);
    let orders = |lines: &[i32]| weave(&file, &order(&[ALL], lines, Probes::Shared)).is_some();
    assert!(orders(&[7, 8]));
    assert!(!orders(&[7, 9]), "a line without a slot");
    assert!(weave(&file, &order(&[], &[7, 8], Probes::Shared)).is_none(), "another number of methods");
    assert!(weave(&[&file[..], &[0]].concat(), &order(&[ALL], &[7, 8], Probes::Shared)).is_none());
    let wide = class(2, &[200, 0, 0, 0, 5, 177], &[[0, 7], [5, 8]]);
    assert!(weave(&wide, &order(&[ALL], &[7, 8], Probes::Shared)).is_none(), "a wide jump");
    let long = [vec![0; 32_760], vec![177]].concat();
    assert!(weave(&class(2, &long, &LINES), &order(&[ALL], &[7, 8], Probes::Shared)).is_none(), "near 32 KB");
    let known = class(2, &CODE, &LINES);
    let at = known.windows(15).position(|window| window == b"LineNumberTable").expect("the name");
    let mut unknown = known;
    unknown[at] = b'K';
    assert!(weave(&unknown, &order(&[ALL], &[7, 8], Probes::Shared)).is_none(), "an unknown table of code");
}

#[test]
fn a_class_to_be_left_alone_stays_byte_for_byte() {
    let file = class(2, &CODE, &LINES);
    let leave = Method { placement: None, ..ALL };
    assert_eq!(woven_file(&file, &order(&[leave], &[], Probes::Shared)), file);
}

proptest! {
    #[test]
    fn damage_is_survived(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6), sees_tests: bool) {
        let mut file = class(2, &CODE, &LINES);
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        for probes in [Probes::Shared, Probes::Scoped { sees_tests }] {
            let some = Method { only_some: true, brackets: true, ..ALL };
            weave(&file, &order(&[some], &[7, 8], probes));
        }
    }

    #[test]
    fn a_part_of_a_file_is_none(length in 0..60_usize) {
        let file = class(2, &CODE, &LINES);
        prop_assert!(weave(&file[..length], &order(&[ALL], &[7, 8], Probes::Shared)).is_none());
    }
}
