//! A learning step and its parts: libtorch compared with Faultline's own trainer, in one run.
//!
//! Measures the minimum of many short runs, alternating between both; the ratio is libtorch's time to ours.
//! `FAULTLINE_DEVICE=cuda` runs libtorch on a GPU.

use std::hint::black_box;
use std::time::{Duration, Instant};

use faultline_learned_metrics::{Action, BATCH, Backend, Example, Network, Plain, Random, Side, State};
use faultline_train_libtorch::{Place, Torch};

/// Number of runs of each; the minimum counts. Runs are short, so that some are undisturbed even on a busy
/// machine.
const RUNS: usize = 300;
/// Number of candidates after each transition, as in the projects that RLFDC was published with.
const CANDIDATES: usize = 200;

fn main() {
    let place: Place =
        std::env::var("FAULTLINE_DEVICE").map_or(Ok(Place::Cpu), |name| name.parse()).expect("cpu or cuda");
    if let Some(obstacle) = place.obstacle() {
        println!("skipped: {obstacle}");
        return;
    }
    tch::set_num_threads(1);
    let mut random = Random::new(1);
    let network = Network::random(&mut random);
    let mut plain = Plain::new(network.clone(), 0.001);
    let mut torch = Torch::new(&network, 0.001, place);

    let mut action = || Action { split: random.unit() as f32, cover: random.unit() as f32 };
    let many: Vec<Action> = (0..5000).map(|_| action()).collect();
    let state = State { tests: 3.0, groups: 20.0, uncovered: 0.0 };
    let examples = std::array::from_fn(|i| Example { state, action: many[i], target: many[i].cover });
    let after: Vec<(State, &[Action])> =
        (0..BATCH).map(|i| (state, &many[i * 100..i * 100 + CANDIDATES])).collect();

    println!("{:<52} {:>10} {:>10} {:>6}", format!("libtorch on {place}"), "libtorch", "ours", "ratio");
    compare("one step of Adam on a batch of 32", &mut plain, &mut torch, 4, |backend| {
        black_box(backend.learn(&examples));
    });
    let mut values = Vec::new();
    compare("values of 1 candidate", &mut plain, &mut torch, 20, |backend| {
        backend.values(Side::Online, &[(state, &many[..1])], &mut values);
    });
    compare("values of 5,000 candidates", &mut plain, &mut torch, 1, |backend| {
        backend.values(Side::Online, &[(state, &many)], &mut values);
    });
    compare("values of what follows 32 transitions, 200 each", &mut plain, &mut torch, 1, |backend| {
        backend.values(Side::Online, &after, &mut values);
    });
    compare("a whole learning step: both of these and 32 targets", &mut plain, &mut torch, 1, |backend| {
        backend.values(Side::Online, &after, &mut values);
        let chosen: Vec<(State, &[Action])> = after.iter().map(|(state, all)| (*state, &all[..1])).collect();
        backend.values(Side::Target, &chosen, &mut values);
        black_box(backend.learn(&examples));
    });
}

/// Prints the time of `work` on each backend, and their ratio.
fn compare(
    what: &str,
    plain: &mut Plain,
    torch: &mut Torch,
    times: u32,
    mut work: impl FnMut(&mut dyn Backend),
) {
    let mut least = [Duration::MAX; 2];
    for _ in 0..RUNS {
        let backends: [&mut dyn Backend; 2] = [torch, plain];
        for (least, backend) in least.iter_mut().zip(backends) {
            let start = Instant::now();
            (0..times).for_each(|_| work(backend));
            *least = start.elapsed().div_f64(times.into()).min(*least);
        }
    }
    let [torch, plain] = least.map(|time| time.as_secs_f64() * 1e6);
    println!("{what:<52} {torch:>7.1} µs {plain:>7.1} µs {:>6.1}", torch / plain);
}
