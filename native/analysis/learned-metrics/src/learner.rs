//! Deep Q-learning.

use std::sync::Arc;

use crate::environment::largest;
use crate::replay::{Replay, Transition};
use crate::{
    Action, Algorithm, BATCH, Backend, Environment, Example, Network, Options, Plain, Random, Side, State,
};

/* Details that the paper leaves open follow the published code. The counter of transitions, the
optimiser and the target critic are kept between faults; the memory is cleared. The encoder has no
target copy, so targets use the current encoder. No gradient flows through a target. */

/// A network that learns from [episodes](Learner::episode) of an [`Environment`]; `B` is the backend.
/// Source: Zhuo et al., TOSEM, algorithm 1; Mnih et al., 2015.
#[derive(Clone, Debug)]
pub struct Learner<B = Plain> {
    options: Options,
    backend: B,
    random: Random,
    replay: Replay,
    transitions: usize,
    learned: usize,
    values: Vec<f32>,
}

/// Result of an episode.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EpisodeReport {
    /// Reward of the last step; 0 if there was none.
    pub reward: f32,
    /// Mean loss of the learning steps; `None` if there were none.
    pub loss: Option<f32>,
}

impl Learner {
    /// A learner with a fresh network; the options' seed determines both.
    pub fn new(options: &Options) -> Self {
        Self::with_backend(options, |network| Plain::new(network, options.rate))
    }
}

impl<B: Backend> Learner<B> {
    /// A learner with a fresh network in a backend that the closure makes.
    pub fn with_backend(options: &Options, backend: impl FnOnce(Network) -> B) -> Self {
        let mut random = Random::new(options.seed);
        let network = Network::random(&mut random);
        Self {
            backend: backend(network),
            random,
            replay: Replay::new(options.memory),
            transitions: 0,
            learned: 0,
            values: Vec::new(),
            options: options.clone(),
        }
    }

    /// The current network.
    pub fn network(&self) -> &Network {
        self.backend.network()
    }

    /// Learning steps so far.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// Clears the memory, for a new environment.
    pub fn forget(&mut self) {
        self.replay = Replay::new(self.options.memory);
    }

    /// Runs an epsilon-greedy episode from the first state and learns during it. The episode ends after the options' number
    /// of steps, or when no action is available.
    pub fn episode(&mut self, environment: &mut impl Environment) -> EpisodeReport {
        environment.reset();
        let (mut report, mut losses, mut learned) = (EpisodeReport::default(), 0.0, 0);
        let (mut state, mut actions) = (environment.state(), environment.actions());
        for step in 1..=self.options.steps {
            let Some(place) = self.choose(state, &actions) else { break };
            let action = actions[place];
            let reward = environment.take(place);
            let is_last = step == self.options.steps;
            let next = environment.state();
            let next_actions = if is_last { Arc::new([]) } else { environment.actions() };
            report.reward = reward;
            let follow = Arc::clone(&next_actions);
            self.replay.push(Transition { state, action, reward, next, next_actions: follow });
            self.transitions += 1;
            if self.replay.is_full() && self.transitions.is_multiple_of(self.options.learn_every) {
                losses += self.learn();
                learned += 1;
            }
            (state, actions) = (next, next_actions);
        }
        report.loss = (learned > 0).then(|| losses / learned as f32);
        report
    }

    /// The index of the next action: random with probability epsilon, otherwise the best.
    fn choose(&mut self, state: State, actions: &[Action]) -> Option<usize> {
        if actions.is_empty() {
            return None;
        }
        if self.random.unit() < self.options.epsilon {
            return Some(self.random.below(actions.len()));
        }
        self.backend.values(Side::Online, &[(state, actions)], &mut self.values);
        largest(&self.values)
    }

    /// Makes one learning step and returns its loss.
    fn learn(&mut self) -> f32 {
        let Self { options, backend, random, replay, values, .. } = self;
        let drawn: [&Transition; BATCH] = std::array::from_fn(|_| replay.draw(random));
        let after = follows(options.algorithm, backend, &drawn, values);
        let examples = std::array::from_fn(|i| {
            let Transition { state, action, reward, .. } = *drawn[i];
            let target = after[i].map_or(reward, |value| reward + options.discount * value);
            Example { state, action, target }
        });
        let loss = backend.learn(&examples);
        self.learned += 1;
        if self.learned.is_multiple_of(self.options.copy_every) {
            self.backend.copy_target();
        }
        loss
    }
}

/// Value of the best action after each transition; `None` if the episode ended.
fn follows<B: Backend, const N: usize>(
    algorithm: Algorithm,
    backend: &mut B,
    transitions: &[&Transition; N],
    values: &mut Vec<f32>,
) -> [Option<f32>; N] {
    let (judge, value) = match algorithm {
        Algorithm::Dqn => (Side::Target, Side::Target),
        Algorithm::DoubleDqn => (Side::Online, Side::Target),
        Algorithm::Q => (Side::Online, Side::Online),
    };
    let all = transitions.map(|transition| (transition.next, &*transition.next_actions));
    backend.values(judge, &all, values);
    let mut rest = &values[..];
    let best = all.map(|(state, actions)| {
        let (these, after) = rest.split_at(actions.len());
        rest = after;
        (state, largest(these).map_or(actions, |place| &actions[place..=place]))
    });
    backend.values(value, &best, values);
    let mut values = values.iter().copied();
    best.map(|(_, chosen)| if chosen.is_empty() { None } else { values.next() })
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::Round;

    /// Two networks that differ in their critics, and a transition.
    fn scene(actions: &[Action]) -> (Network, Network, Transition) {
        let mut random = Random::new(9);
        let networks = [(); 2].map(|()| Network::random(&mut random));
        let [network, other] = networks;
        let transition = Transition {
            state: State::default(),
            action: Action::default(),
            reward: 0.5,
            next: State { tests: 1.0, groups: 3.0, uncovered: 0.0 },
            next_actions: actions.into(),
        };
        (network, other, transition)
    }

    /// The value after a transition by the first network, with the other network's critic as the target.
    fn after(algorithm: Algorithm, scene: &(Network, Network, Transition)) -> Option<f32> {
        let (network, other, transition) = scene;
        let mut plain = Plain::with_target(network.clone(), other.critic.clone());
        let end = Transition { next_actions: Arc::new([]), ..transition.clone() };
        let [none, one, two] =
            follows(algorithm, &mut plain, &[&end, transition, transition], &mut Vec::new());
        assert_eq!((none, one), (None, two));
        one
    }

    fn grid() -> Vec<Action> {
        let steps = || (0..8_u8).map(|n| f32::from(n) / 2.0 - 1.0);
        steps().flat_map(|split| steps().map(move |cover| Action { split, cover })).collect()
    }

    #[test]
    fn dqn_takes_the_largest_value_of_the_target_critic() {
        let scene = scene(&grid());
        let found = after(Algorithm::Dqn, &scene);
        let (network, other, transition) = scene;
        let with_target = Network { encoder: network.encoder, critic: other.critic };
        let round = Round::new(&with_target, transition.next);
        let largest = grid().iter().map(|&action| round.value(action)).fold(f32::MIN, f32::max);
        assert_eq!(found.map(f32::to_bits), Some(largest.to_bits()));
    }

    #[test]
    fn double_dqn_asks_the_target_critic_about_the_choice_of_the_online_one() {
        let scene = scene(&grid());
        let found = after(Algorithm::DoubleDqn, &scene);
        // The algorithms must differ here; otherwise this test could not distinguish them.
        assert_ne!(found, after(Algorithm::Dqn, &scene));
        let (network, other, transition) = scene;
        let online = Round::new(&network, transition.next);
        let by_value = |a: &Action, b: &Action| online.value(*a).total_cmp(&online.value(*b));
        let chosen = grid().into_iter().max_by(by_value).unwrap();
        let with_target = Network { encoder: network.encoder.clone(), critic: other.critic };
        let value = Round::new(&with_target, transition.next).value(chosen);
        assert_eq!(found.map(f32::to_bits), Some(value.to_bits()));
    }

    #[test]
    fn regular_q_learning_takes_the_largest_value_of_the_online_network() {
        let scene = scene(&grid());
        let found = after(Algorithm::Q, &scene);
        // Otherwise the target critic could be meant.
        assert_ne!(found, after(Algorithm::Dqn, &scene));
        let (network, _, transition) = scene;
        let round = Round::new(&network, transition.next);
        let largest = grid().iter().map(|&action| round.value(action)).fold(f32::MIN, f32::max);
        assert_eq!(found.map(f32::to_bits), Some(largest.to_bits()));
    }

    #[test]
    fn nothing_follows_the_end_of_an_episode() {
        for algorithm in Algorithm::ALL {
            assert_eq!(after(algorithm, &scene(&[])), None);
        }
    }

    /// One state, two actions, rewards 0 and 1.
    struct Bandit;

    impl Environment for Bandit {
        fn reset(&mut self) {}

        fn state(&self) -> State {
            State::default()
        }

        fn actions(&mut self) -> Arc<[Action]> {
            Arc::new([Action::default(), Action { split: 1.0, cover: 1.0 }])
        }

        fn take(&mut self, place: usize) -> f32 {
            place as f32
        }
    }

    #[test]
    fn learning_starts_with_a_full_memory_and_copies_the_target_after_twenty_steps() {
        let mut learner = Learner::new(&Options::default());
        let fresh = learner.clone();
        for _ in 0..9 {
            assert_eq!(learner.episode(&mut Bandit).loss, None);
        }
        assert_eq!((learner.learned(), learner.network()), (0, fresh.network()));
        // Transitions 100, 105, .. 195: twenty learning steps.
        let mut learned = Vec::new();
        while learner.learned() < 20 {
            assert_eq!(learner.backend.target(), fresh.backend.target());
            assert!(learner.episode(&mut Bandit).loss.is_some());
            learned.push(learner.learned());
        }
        assert_eq!(learned, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]);
    }

    #[test]
    fn a_forgotten_memory_fills_anew_while_counters_go_on() {
        let options = Options { memory: 10, ..Options::default() };
        let mut learner = Learner::new(&options);
        learner.episode(&mut Bandit);
        assert_eq!(learner.learned(), 1);
        learner.forget();
        learner.episode(&mut Bandit);
        // The tenth transition after forgetting is the twentieth of all.
        assert_eq!(learner.learned(), 2);
    }
}
