//! Tests of training as a whole: results, progress reports and reproducibility.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::hand::Hand;
use faultline_learned_metrics::{
    Action, Algorithm, Environment, Learner, Network, Observer, Options, Progress, RlfdcError, Round, State,
    Trained, TrainingFault, train,
};

/* Two steps. The first choice is between 0.3 now and nothing later, and nothing now and 1 later:
a learner that sees only the next reward walks into the trap. */
#[derive(Default)]
struct Trap {
    step: usize,
    /// The first choice, from 1; 0 before it.
    road: usize,
}

const TEMPTING: Action = Action { split: 1.0, cover: 0.0 };
const PATIENT: Action = Action { split: 0.0, cover: 1.0 };

impl Environment for Trap {
    fn reset(&mut self) {
        *self = Self::default();
    }

    fn state(&self) -> State {
        State { tests: self.step as f32, groups: self.road as f32, uncovered: 0.0 }
    }

    fn actions(&mut self) -> Arc<[Action]> {
        Arc::new([TEMPTING, PATIENT])
    }

    fn take(&mut self, place: usize) -> f32 {
        self.step += 1;
        match (self.step, place, self.road) {
            (1, _, _) => {
                self.road = place + 1;
                if place == 0 { 0.3 } else { 0.0 }
            }
            (_, _, road) => f32::from(u8::from(road == 2)),
        }
    }
}

/// The discounted value of rewards.
fn worth(rewards: &[f32], discount: f32) -> f32 {
    rewards.iter().rev().fold(0.0, |after, reward| reward + discount * after)
}

fn trapped(options: &Options) -> Network {
    let mut learner = Learner::new(options);
    for _ in 0..1200 {
        learner.episode(&mut Trap::default());
    }
    learner.network().clone()
}

#[test]
fn q_learning_finds_the_best_way_through_a_trap() {
    let ways = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|way| {
        let mut trap = Trap::default();
        worth(&way.map(|place| trap.take(place)), 0.9)
    });
    let optimum = ways.into_iter().fold(f32::MIN, f32::max);
    for algorithm in Algorithm::ALL {
        for seed in [1, 2] {
            let options =
                Options { algorithm, seed, steps: 2, rate: 0.003, epsilon: 0.5, ..Options::default() };
            let network = trapped(&options);
            let found = worth(&network.follow(&mut Trap::default(), 2), 0.9);
            assert!((found - optimum).abs() < 1e-6, "{algorithm} {seed}: {found} is not {optimum}");
            // The values satisfy Bellman's equation.
            let first = Round::new(&network, Trap::default().state());
            assert!((first.value(PATIENT) - 0.9).abs() < 0.15, "{algorithm}: {}", first.value(PATIENT));
            assert!((first.value(TEMPTING) - 0.3).abs() < 0.15, "{algorithm}: {}", first.value(TEMPTING));
        }
    }
}

#[test]
fn whoever_discounts_the_future_wholly_walks_into_the_trap() {
    let options = Options { discount: 0.0, steps: 2, rate: 0.003, epsilon: 0.5, ..Options::default() };
    let rewards = trapped(&options).follow(&mut Trap::default(), 2);
    assert!((rewards[0] - 0.3).abs() < 1e-6 && rewards[1] == 0.0, "{rewards:?}");
}

fn sample() -> Vec<Hand> {
    (0..3).map(|seed| Hand::random(seed, 24, 45)).collect()
}

fn learn(hands: &[Hand], options: &Options, observer: &mut dyn Observer) -> Result<Trained, RlfdcError> {
    let faults: Vec<TrainingFault<'_>> = hands.iter().map(Hand::fault).collect();
    train(&faults, options, observer)
}

fn silent(_: &Progress<'_>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

#[test]
fn one_seed_gives_one_model_to_the_bit_on_every_machine() {
    let hands = sample();
    let text = |algorithm, seed| {
        let options = Options { algorithm, seed, epochs: 16, ..Options::default() };
        learn(&hands, &options, &mut silent).unwrap().model.to_text()
    };
    // Recorded with and without optimisation.
    let digests = [(Algorithm::DoubleDqn, 1, "5a08734f80e31d49"), (Algorithm::Dqn, 1, "b594112021af0f9b")];
    for (algorithm, seed, checksum) in digests {
        let alone = text(algorithm, seed);
        // Runs beside three other trainings.
        let beside: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(|| text(algorithm, seed))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(beside.iter().all(|other| *other == alone));
        assert!(alone.contains(checksum), "{}", &alone[alone.len() - 40..]);
        assert_ne!(text(algorithm, seed + 1), alone);
    }
}

#[test]
fn each_fault_brings_the_published_number_of_learning_steps() {
    // Transitions 100, 105, .. 300 of each fault: the memory is cleared, the counter goes on.
    let mut told = Vec::new();
    let mut observer = |progress: &Progress<'_>| {
        if progress.epoch == progress.epochs {
            told.push((progress.number, progress.faults, progress.epochs, progress.learned));
        }
        assert!(progress.loss.is_finite() && progress.reward <= 1.0);
        ControlFlow::Continue(())
    };
    let trained = learn(&sample()[..2], &Options::default(), &mut observer).unwrap();
    assert_eq!(told, [(1, 2, 30, 41), (2, 2, 30, 82)]);
    let card = trained.model.card().training.as_ref().unwrap();
    assert_eq!((card.faults, card.learned, card.schedule), (2, 82, [30, 10, 100, 5, 20]));
    assert!(!trained.stopped && trained.validation.is_none());
}

#[test]
fn an_episode_ends_early_when_no_test_is_left() {
    let hands = [Hand::random(5, 4, 30)];
    let options = Options { memory: 3, learn_every: 3, epochs: 4, ..Options::default() };
    // Three candidates: three transitions an episode, a learning step each.
    let trained = learn(&hands, &options, &mut silent).unwrap();
    assert_eq!(trained.model.card().training.as_ref().unwrap().learned, 4);
}

/// Observer that validates networks from a list and remembers them; stops after some progress.
struct Scripted {
    values: Vec<f64>,
    seen: Vec<Network>,
    stop_after: usize,
}

impl Observer for Scripted {
    fn validate(&mut self, network: &Network) -> Option<f64> {
        self.seen.push(network.clone());
        self.values.get(self.seen.len() - 1).copied()
    }

    fn progress(&mut self, _: &Progress<'_>) -> ControlFlow<()> {
        self.stop_after -= 1;
        if self.stop_after == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn the_best_validated_network_is_kept() {
    let options = Options { epochs: 15, ..Options::default() };
    let mut observer = Scripted { values: vec![0.1, 0.5, 0.3], seen: Vec::new(), stop_after: usize::MAX };
    let trained = learn(&sample(), &options, &mut observer).unwrap();
    assert_eq!((trained.validation, trained.stopped), (Some(0.5), false));
    assert_eq!(trained.model.network(), &observer.seen[1]);
    assert_ne!(observer.seen[1], observer.seen[2]);
}

#[test]
fn a_stop_keeps_the_best_network_so_far_and_says_so() {
    let options = Options { epochs: 15, ..Options::default() };
    // In the middle of the third fault.
    let mut observer = Scripted { values: vec![0.5, 0.1], seen: Vec::new(), stop_after: 37 };
    let trained = learn(&sample(), &options, &mut observer).unwrap();
    assert_eq!((trained.validation, trained.stopped, observer.seen.len()), (Some(0.5), true, 2));
    assert_eq!(trained.model.network(), &observer.seen[0]);
    assert!(trained.model.card().training.as_ref().unwrap().stopped);
    // Without validation the current network is kept.
    let mut observer = Scripted { values: Vec::new(), seen: Vec::new(), stop_after: 15 };
    let trained = learn(&sample(), &options, &mut observer).unwrap();
    assert_eq!(trained.model.network(), &observer.seen[0]);
}

#[test]
fn the_digest_of_the_data_notices_every_difference_that_training_sees() {
    let digest = |hands: &[Hand]| {
        let options = Options { epochs: 1, ..Options::default() };
        learn(hands, &options, &mut silent).unwrap().model.card().training.clone().unwrap().data
    };
    let original = digest(&sample());
    let mut changed = sample();
    changed[1].spectrum.tests[5].outcome = faultline_spectrum::Outcome::Skipped;
    assert_ne!(digest(&changed), original);
    let mut changed = sample();
    changed[2].faulty.push(1);
    assert_ne!(digest(&changed), original);
    let mut changed = sample();
    let free = (0..45).find(|&element| !changed[0].spectrum.coverage.get(7, element)).unwrap();
    changed[0].spectrum.coverage.set(7, free);
    assert_ne!(digest(&changed), original);
    assert_eq!(digest(&sample()), original);
}

#[test]
fn training_on_nothing_or_with_nonsense_is_refused() {
    let refusal =
        |hands: &[Hand], options: Options| learn(hands, &options, &mut silent).unwrap_err().to_string();
    assert_eq!(refusal(&[], Options::default()), "there is no fault to learn from");
    let nonsense = Options { epochs: 0, ..Options::default() };
    assert!(refusal(&sample(), nonsense).contains("at least 1"));
    let green = [Hand::new(&["+11", "+10"], "01", &[0])];
    assert!(refusal(&green, Options::default()).contains("none of its tests failed"));
}

#[test]
fn training_that_does_not_converge_is_an_error_and_gives_no_model() {
    let options = Options { rate: 5000.0, ..Options::default() };
    let error = learn(&sample()[..1], &options, &mut silent).unwrap_err();
    assert!(matches!(error, RlfdcError::Diverged { .. }), "{error}");
    assert!(error.to_string().contains("smaller learning rate"), "{error}");
}
