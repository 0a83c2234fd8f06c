//! Deep Q-learning.

use std::sync::Arc;

use crate::adam::Adam;
use crate::environment::best_of;
use crate::gradient::{BATCH, Batch, gradient};
use crate::network::Critic;
use crate::replay::{Replay, Transition};
use crate::{Action, Algorithm, Environment, Network, Options, Random, Round, State};

/* Details that the paper leaves open are those of the published code: the counter of
transitions, the optimiser and the target critic outlive a fault, the memory does not; the
encoder has no copy, so that targets are made with the encoder of the moment; a target is a
number, through which no gradient flows. */

/// A network that learns from [episodes](Learner::episode) of an [`Environment`].
/// Source: Zhuo et al., TOSEM, algorithm 1; Mnih et al., 2015.
#[derive(Clone, Debug)]
pub struct Learner {
    options: Options,
    network: Network,
    /// The critic that values what follows, copied now and then.
    target: Critic,
    adam: Adam,
    random: Random,
    replay: Replay,
    transitions: usize,
    learned: usize,
    values: Vec<f32>,
}

/// What happened in an episode.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EpisodeReport {
    /// The reward of the last step: 0 where there was none.
    pub reward: f32,
    /// Mean loss of the learning steps; `None` where there was none.
    pub loss: Option<f32>,
}

impl Learner {
    /// A learner with a fresh network; both follow the seed of the options.
    pub fn new(options: &Options) -> Self {
        let mut random = Random::new(options.seed);
        let network = Network::random(&mut random);
        Self {
            target: network.critic.clone(),
            network,
            adam: Adam::new(options.rate),
            random,
            replay: Replay::new(options.memory),
            transitions: 0,
            learned: 0,
            values: Vec::new(),
            options: options.clone(),
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Learning steps so far.
    pub fn learned(&self) -> usize {
        self.learned
    }

    /// Empties the memory, for an environment of which nothing is known yet.
    pub fn forget(&mut self) {
        self.replay = Replay::new(self.options.memory);
    }

    /// Acts from the first state on, mostly by what the network thinks best, and learns on the
    /// way. The episode ends after the options' number of steps, or when nothing can be done.
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

    /// The place of the next action: random now and then, otherwise the best.
    fn choose(&mut self, state: State, actions: &[Action]) -> Option<usize> {
        if actions.is_empty() {
            return None;
        }
        if self.random.unit() < self.options.epsilon {
            return Some(self.random.below(actions.len()));
        }
        best_of(&Round::new(&self.network, state), actions, &mut self.values)
    }

    /// One learning step; its loss.
    fn learn(&mut self) -> f32 {
        let members = std::array::from_fn::<_, BATCH, _>(|_| {
            let drawn = self.replay.draw(&mut self.random);
            let after = follows(self.options.algorithm, &self.network, &self.target, drawn, &mut self.values);
            let target = after.map_or(drawn.reward, |value| drawn.reward + self.options.discount * value);
            (drawn.state, drawn.action, target)
        });
        let (loss, slopes) = gradient(&self.network, &Batch::new(&members));
        self.adam.step(&mut self.network, &slopes);
        self.learned += 1;
        if self.learned.is_multiple_of(self.options.copy_every) {
            self.target = self.network.critic.clone();
        }
        loss
    }
}

/// The value of what follows a transition; `None` where nothing does.
fn follows(
    algorithm: Algorithm,
    network: &Network,
    target: &Critic,
    transition: &Transition,
    values: &mut Vec<f32>,
) -> Option<f32> {
    let actions = &transition.next_actions;
    let code = network.encode(transition.next);
    let by_target = Round::of_critic(target, &code);
    let judge = match algorithm {
        Algorithm::Dqn => &by_target,
        Algorithm::DoubleDqn => &Round::of_critic(&network.critic, &code),
    };
    best_of(judge, actions, values).map(|place| by_target.value(actions[place]))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    fn grid() -> Vec<Action> {
        let steps = || (0..8_u8).map(|n| f32::from(n) / 2.0 - 1.0);
        steps().flat_map(|split| steps().map(move |cover| Action { split, cover })).collect()
    }

    #[test]
    fn dqn_takes_the_largest_value_of_the_target_critic() {
        let (network, other, transition) = scene(&grid());
        let found = follows(Algorithm::Dqn, &network, &other.critic, &transition, &mut Vec::new());
        let with_target = Network { encoder: network.encoder, critic: other.critic };
        let round = Round::new(&with_target, transition.next);
        let largest = grid().iter().map(|&action| round.value(action)).fold(f32::MIN, f32::max);
        assert_eq!(found.map(f32::to_bits), Some(largest.to_bits()));
    }

    #[test]
    fn double_dqn_asks_the_target_critic_about_the_choice_of_the_online_one() {
        let (network, other, transition) = scene(&grid());
        let found = follows(Algorithm::DoubleDqn, &network, &other.critic, &transition, &mut Vec::new());
        let online = Round::new(&network, transition.next);
        let by_value = |a: &Action, b: &Action| online.value(*a).total_cmp(&online.value(*b));
        let chosen = grid().into_iter().max_by(by_value).unwrap();
        let with_target = Network { encoder: network.encoder.clone(), critic: other.critic.clone() };
        let value = Round::new(&with_target, transition.next).value(chosen);
        assert_eq!(found.map(f32::to_bits), Some(value.to_bits()));
        // The two algorithms differ here, or this test could not tell them apart.
        let dqn = follows(Algorithm::Dqn, &network, &other.critic, &transition, &mut Vec::new());
        assert_ne!(found, dqn);
    }

    #[test]
    fn nothing_follows_the_end_of_an_episode() {
        let (network, other, transition) = scene(&[]);
        for algorithm in Algorithm::ALL {
            let found = follows(algorithm, &network, &other.critic, &transition, &mut Vec::new());
            assert_eq!(found, None);
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
            assert_eq!(learner.target, fresh.target);
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
