//! Training by libtorch equals training by Faultline's own trainer, except for rounding.
//!
//! Needs the feature `tch`; without it the only test prints that nothing is compared.

#[cfg(not(feature = "tch"))]
#[test]
fn without_libtorch_nothing_is_compared() {
    eprintln!("skipped: built without the feature tch (native/apps/train-libtorch/README.md)");
}

#[cfg(feature = "tch")]
mod with_libtorch {
    use faultline_learned_metrics::{
        Action, Algorithm, BATCH, Backend, Environment, Example, Learner, Network, Options, Plain, Random,
        Side, State,
    };
    use faultline_train_libtorch::{Place, Torch};
    use std::sync::Arc;

    /// Maximum difference of losses and values.
    const TOLERANCE: f32 = 1e-4;

    fn state(random: &mut Random) -> State {
        State { tests: random.below(10) as f32, groups: random.below(30) as f32, uncovered: 0.0 }
    }

    fn action(random: &mut Random) -> Action {
        Action { split: random.unit() as f32 * 2.0, cover: random.unit() as f32 }
    }

    /// A target that a network of this size can learn; with noise, losses would hardly change.
    fn example(random: &mut Random) -> Example {
        let (state, action) = (state(random), action(random));
        Example { state, action, target: 0.4 * action.split - action.cover + 0.05 * state.tests }
    }

    fn start(seed: u64) -> (Random, Plain, Torch) {
        let mut random = Random::new(seed);
        let network = Network::random(&mut random);
        let torch = Torch::new(&network, 0.001, Place::Cpu);
        (random, Plain::new(network, 0.001), torch)
    }

    fn close(a: f32, b: f32) -> bool {
        (a - b).abs() <= TOLERANCE * (1.0 + a.abs())
    }

    #[test]
    fn from_one_start_and_by_the_same_batches_losses_agree_for_a_hundred_steps() {
        for seed in 1..=5 {
            let (mut random, mut plain, mut torch) = start(seed);
            assert_eq!(torch.network(), plain.network());
            let (mut first, mut last, mut apart) = (0.0, 0.0, 0.0_f32);
            for step in 0..100 {
                let examples: [Example; BATCH] = std::array::from_fn(|_| example(&mut random));
                let [ours, theirs] = [plain.learn(&examples), torch.learn(&examples)];
                assert!((ours - theirs).abs() <= TOLERANCE, "step {step}: {ours} by us, {theirs} by torch");
                apart = apart.max((ours - theirs).abs());
                (first, last) = (if step == 0 { ours } else { first }, ours);
            }
            println!("seed {seed}: losses from {first:.4} to {last:.4}, at most {apart:.1e} apart");
            // Both have learned; otherwise the comparison is meaningless.
            assert!(last < 0.8 * first, "{last} is not below {first}");
        }
    }

    #[test]
    fn values_agree_on_both_sides_before_and_after_the_target_is_copied() {
        let (mut random, mut plain, mut torch) = start(6);
        let actions: Vec<Action> = (0..40).map(|_| action(&mut random)).collect();
        // One of them has no action, as at the end of an episode.
        let states = [&actions[..9], &[], &actions[9..]].map(|actions| (state(&mut random), actions));
        for copies in 0..3 {
            for side in [Side::Online, Side::Target] {
                let (mut ours, mut theirs) = (Vec::new(), vec![1.0]);
                plain.values(side, &states, &mut ours);
                torch.values(side, &states, &mut theirs);
                assert_eq!((ours.len(), theirs.len()), (40, 40));
                let agree = ours.iter().zip(&theirs).all(|(a, b)| close(*a, *b));
                assert!(agree, "{side:?} after {copies} copies: {ours:?} {theirs:?}");
            }
            for _ in 0..10 {
                let examples = std::array::from_fn(|_| example(&mut random));
                plain.learn(&examples);
                torch.learn(&examples);
            }
            if copies > 0 {
                plain.copy_target();
                torch.copy_target();
            }
        }
        let mut none = vec![1.0];
        torch.values(Side::Online, &[(State::default(), &[])], &mut none);
        assert!(none.is_empty());
    }

    /// Ten candidates; the value of each is its first feature, increased with the step at which it is taken.
    #[derive(Clone)]
    struct Shelf {
        all: Vec<Action>,
        left: Vec<Action>,
    }

    impl Environment for Shelf {
        fn reset(&mut self) {
            self.left.clone_from(&self.all);
        }

        fn state(&self) -> State {
            let taken = self.all.len() - self.left.len();
            State { tests: taken as f32, groups: 3.0 * taken as f32, uncovered: 0.0 }
        }

        fn actions(&mut self) -> Arc<[Action]> {
            self.left.as_slice().into()
        }

        fn take(&mut self, place: usize) -> f32 {
            self.left.remove(place).split * (1.0 + 0.1 * self.state().tests)
        }
    }

    #[test]
    fn whole_episodes_go_the_same_way_for_a_hundred_learning_steps() {
        for algorithm in Algorithm::ALL {
            let options = Options { algorithm, seed: 3, ..Options::default() };
            let mut random = Random::new(8);
            let all: Vec<Action> = (0..30).map(|_| action(&mut random)).collect();
            let mut shelf = Shelf { left: all.clone(), all };
            let mut plain = Learner::new(&options);
            let mut torch =
                Learner::with_backend(&options, |network| Torch::new(&network, options.rate, Place::Cpu));
            while plain.learned() < 100 {
                let [ours, theirs] = [plain.episode(&mut shelf), torch.episode(&mut shelf)];
                assert_eq!(ours.reward.to_bits(), theirs.reward.to_bits(), "{algorithm}: another choice");
                assert_eq!(plain.learned(), torch.learned());
                let apart = (ours.loss.unwrap_or(0.0) - theirs.loss.unwrap_or(0.0)).abs();
                assert!(apart <= TOLERANCE, "{algorithm}: {ours:?} by us, {theirs:?} by torch");
            }
            let parameters = [plain.network(), torch.network()].map(Network::parameters);
            let far =
                parameters[0].iter().zip(&parameters[1]).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
            assert!(far < 1e-3, "{algorithm}: weights are {far} apart");
        }
    }
}
