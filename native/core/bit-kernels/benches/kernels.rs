//! Kernels compared with naive implementations and across CPU levels, in one run.
//!
//! Sizes are those of a large suite: 1,800 rows x 90,000 columns, 4 % set. Only ratios within one run are meaningful; absolute times
//! depend on the machine.
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use faultline_bit_kernels::{Level, plain};

const ROWS: usize = 1800;
const COLUMNS: usize = 90_000;
const STRIDE: usize = COLUMNS.div_ceil(64);

/// A matrix with bits set with probability 1/25, from a fixed seed.
fn matrix() -> Vec<u64> {
    let mut state = 1_u64;
    let mut words = vec![0_u64; ROWS * STRIDE];
    for row in 0..ROWS {
        for _ in 0..COLUMNS / 25 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let column = (state >> 33) as usize % COLUMNS;
            words[row * STRIDE + column / 64] |= 1 << (column % 64);
        }
    }
    words
}

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

fn benches(criterion: &mut Criterion) {
    let words = matrix();
    let rows: Vec<&[u64]> = words.chunks(STRIDE).collect();
    let bytes = (words.len() * 8) as u64;

    let mut group = criterion.benchmark_group("column_counts");
    group.throughput(Throughput::Bytes(bytes)).sample_size(10);
    let mut counts = vec![0; COLUMNS];
    for level in levels() {
        group.bench_function(format!("{level:?}"), |b| {
            b.iter(|| faultline_bit_kernels::column_counts_at(level, black_box(&rows), &mut counts));
        });
    }
    group.bench_function("plain", |b| b.iter(|| plain::column_counts(black_box(&rows), &mut counts)));
    group.finish();

    let mut group = criterion.benchmark_group("transpose");
    group.throughput(Throughput::Bytes(bytes)).sample_size(10);
    let mut out = vec![0; COLUMNS * ROWS.div_ceil(64)];
    for level in levels() {
        group.bench_function(format!("{level:?}"), |b| {
            b.iter(|| faultline_bit_kernels::transpose_at(level, black_box(&words), ROWS, COLUMNS, &mut out));
        });
    }
    group.bench_function("plain", |b| {
        b.iter(|| plain::transpose(black_box(&words), ROWS, COLUMNS, &mut out));
    });
    group.finish();

    let mut group = criterion.benchmark_group("and_count");
    group.throughput(Throughput::Bytes(bytes)).sample_size(10);
    for level in levels() {
        group.bench_function(format!("{level:?}"), |b| {
            b.iter(|| {
                rows.iter().map(|row| faultline_bit_kernels::and_count_at(level, row, rows[0])).sum::<u64>()
            });
        });
    }
    group.bench_function("plain", |b| {
        b.iter(|| rows.iter().map(|row| plain::and_count(row, rows[0])).sum::<u64>());
    });
    group.finish();

    let mut group = criterion.benchmark_group("pack64");
    let mut block = [0; 64];
    for i in (0..64).step_by(3) {
        block[i] = 1;
    }
    group.bench_function("packed", |b| b.iter(|| faultline_bit_kernels::pack64(black_box(&block))));
    group.bench_function("plain", |b| b.iter(|| plain::pack64(black_box(&block))));
    group.finish();
}

criterion_group!(kernels, benches);
criterion_main!(kernels);
