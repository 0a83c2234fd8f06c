//! Benchmark of writing and reading a large recording: 7,200 tests over 90,000 slots, 4 % of them covered by
//! each test (1,000 classes of 90 lines; a test touches 80 of them and covers half the lines of each).

use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use faultline_flt::{TestParts, Writer, read_bytes};
use faultline_spectrum::{ClassFile, CoverageBuilder, Origin, Outcome, RecordedClass, RecordedMethod};

const TESTS: u32 = 7_200;
const CLASSES: u32 = 1_000;
const LINES: u32 = 90;
const TOUCHED: u32 = 80;

/// The words of one test; adjacent tests differ.
fn row(builder: &mut CoverageBuilder, test: u32) {
    builder.clear();
    let step = CLASSES / TOUCHED;
    for class in 0..TOUCHED {
        let bits = 0x5555_5555_5555_5555_u64.rotate_left(test + class);
        builder.class(class * step + test % step, &[bits, bits & ((1 << (LINES - 64)) - 1)]);
    }
}

fn write(out: Vec<u8>) -> Vec<u8> {
    let mut writer = Writer::new(out, &Origin::default()).expect("memory takes any write");
    let method = RecordedMethod { name: "method".into(), descriptor: "(ILjava/lang/String;)V".into() };
    for id in 0..CLASSES {
        let file = ClassFile {
            name: format!("org.example.package{}.Class{id}", id / 20),
            source_file: Some("Class.java".into()),
            hash: u64::from(id),
            location: "file:/build/target/classes/".into(),
            methods: vec![method.clone(); 9],
            slots: (0..LINES).map(|slot| (slot / 10, 20 + slot)).collect(),
        };
        writer.class(&RecordedClass::new(id, file)).expect("memory takes any write");
    }
    let mut builder = CoverageBuilder::default();
    for sequence in 0..TESTS {
        row(&mut builder, sequence);
        let test = TestParts {
            sequence,
            unique_id: "[engine:junit-jupiter]/[class:org.example.ClassTest]/[method:aTestWithAName()]",
            class: "org.example.ClassTest",
            method: "aTestWithAName",
            outcome: Outcome::Passed,
            duration_ns: 1_000,
            overlapped: false,
            failure: None,
            words: builder.words(),
        };
        writer.test(&test).expect("memory takes any write");
    }
    writer.get_ref().clone()
}

fn decode(c: &mut Criterion) {
    let file = write(Vec::new());
    println!("{} bytes, {} a test", file.len(), file.len() as u32 / TESTS);
    let mut group = c.benchmark_group("recording of 7200 tests");
    group.sample_size(20).throughput(Throughput::Bytes(file.len() as u64));
    group.bench_function("read", |b| b.iter(|| read_bytes(Path::new("b.flt"), black_box(&file))));
    group.bench_function("write", |b| b.iter(|| write(black_box(Vec::with_capacity(file.len())))));
    group.bench_function("checksum alone", |b| b.iter(|| crc32fast::hash(black_box(&file))));
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
