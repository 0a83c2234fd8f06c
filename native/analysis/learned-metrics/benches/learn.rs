//! Training benchmarks: one episode of a small environment, and a whole project if `FAULTLINE_DATA` names a folder.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use faultline_evaluation::{Fault, load};
use faultline_learned_metrics::{
    Action, Algorithm, Environment, Learner, Options, Progress, Random, State, TrainingFault, train,
};

/// An environment of 200 candidates that are never used up; the reward is the first feature.
struct Still(Arc<[Action]>);

impl Environment for Still {
    fn reset(&mut self) {}

    fn state(&self) -> State {
        State { tests: 1.0, groups: 20.0, uncovered: 0.0 }
    }

    fn actions(&mut self) -> Arc<[Action]> {
        Arc::clone(&self.0)
    }

    fn take(&mut self, place: usize) -> f32 {
        self.0[place].split
    }
}

fn episodes(criterion: &mut Criterion) {
    let mut random = Random::new(1);
    let action = |_| Action { split: random.unit() as f32, cover: random.unit() as f32 };
    let mut still = Still((0..200).map(action).collect());
    for algorithm in Algorithm::ALL {
        let options = Options { algorithm, steps: 5, ..Options::default() };
        let mut learner = Learner::new(&options);
        while learner.learned() == 0 {
            learner.episode(&mut still);
        }
        let name = format!("{algorithm}: 5 choices among 200 and one learning step");
        criterion.bench_function(&name, |b| b.iter(|| learner.episode(&mut still)));
    }
}

fn projects(criterion: &mut Criterion) {
    let Some(folder) = std::env::var_os("FAULTLINE_DATA").map(PathBuf::from) else {
        eprintln!("skipped: FAULTLINE_DATA names no folder of spectra");
        return;
    };
    let faults = load(&folder, &|_, _| {}).expect("a folder of spectra").faults;
    let mut group = criterion.benchmark_group("train, as published");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for project in ["Lang", "Math"] {
        let of_project: Vec<&Fault> = faults.iter().filter(|fault| fault.project == project).collect();
        let training: Vec<TrainingFault<'_>> = of_project
            .iter()
            .map(|fault| TrainingFault {
                name: &fault.name,
                spectrum: &fault.spectrum,
                methods: fault.methods,
                method_of: &fault.method_of,
                faulty: &fault.faulty,
            })
            .collect();
        group.bench_function(project, |b| {
            let silent = &mut |_: &Progress<'_>| ControlFlow::Continue(());
            b.iter(|| train(&training, &Options::default(), silent).expect("training succeeds"));
        });
    }
}

criterion_group!(benches, episodes, projects);
criterion_main!(benches);
