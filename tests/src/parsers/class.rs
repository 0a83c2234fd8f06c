//! Class files: no content makes the reader of lines panic, and what it reads are lines.

use faultline_class_file::{ClassCode, DebugInfo, texts};

/// Texts of the seeds' constant pools, from index 1.
const TEXTS: [&str; 8] = ["A.java", "sum", "(I)I", "Code", "LineNumberTable", "SourceFile", "<init>", "()V"];

/// A class file with two methods, whose line tables have these lines.
fn class(lines: [&[u16]; 2]) -> Vec<u8> {
    let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 0, TEXTS.len() as u8 + 3];
    for text in TEXTS {
        file.extend([1, 0, text.len() as u8]);
        file.extend(text.as_bytes());
    }
    // A long, which takes two indices; flags, class, superclass; no interface and no field; two methods.
    file.extend([5, 0, 0, 0, 0, 0, 0, 0, 9, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
    for (names, lines) in [[0, 7, 0, 8], [0, 2, 0, 3]].into_iter().zip(lines) {
        file.extend([0, 1]);
        file.extend(names);
        file.extend([0, 1, 0, 4]);
        let table: Vec<u8> = lines.iter().flat_map(|line| [0, *line]).flat_map(u16::to_be_bytes).collect();
        file.extend((21 + table.len() as u32).to_be_bytes());
        file.extend([0, 1, 0, 1, 0, 0, 0, 1, 0xb1, 0, 0, 0, 1, 0, 5]);
        file.extend((2 + table.len() as u32).to_be_bytes());
        file.extend((lines.len() as u16).to_be_bytes());
        file.extend(table);
    }
    file.extend([0, 1, 0, 6, 0, 0, 0, 2, 0, 1]);
    file
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    vec![class([&[3], &[6, 7, 6, 0, 300]]), class([&[], &[1]])]
}

/// Lines are numbers from 1, and a file with lines has texts for their names.
pub(super) fn check(data: &[u8]) -> bool {
    // What methods do is read apart: a class without it is compared by its bytes.
    let _ = ClassCode::read(data);
    let Some(info) = DebugInfo::read(data) else { return false };
    let texts = texts(data).expect("it was read as a whole");
    for method in &info.methods {
        assert!(texts.contains(&method.name) && texts.contains(&method.descriptor), "{method:?}");
        assert!(method.lines.iter().all(|line| (1..=0xffff).contains(line)), "{method:?}");
    }
    true
}
