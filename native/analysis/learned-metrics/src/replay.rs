//! The replay memory.

use std::sync::Arc;

use crate::{Action, Random, State};

/// One transition: state, chosen test, reward, and the next state's candidates.
#[derive(Clone, Debug)]
pub(crate) struct Transition {
    pub(crate) state: State,
    pub(crate) action: Action,
    pub(crate) reward: f32,
    pub(crate) next: State,
    /// Empty if the episode ended.
    pub(crate) next_actions: Arc<[Action]>,
}

/// A ring buffer of the last transitions.
#[derive(Clone, Debug)]
pub(crate) struct Replay {
    capacity: usize,
    transitions: Vec<Transition>,
    /// Index of the oldest transition, once the buffer is full.
    oldest: usize,
}

impl Replay {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, transitions: Vec::new(), oldest: 0 }
    }

    /// Adds a transition; replaces the oldest if the buffer is full.
    pub(crate) fn push(&mut self, transition: Transition) {
        if self.is_full() {
            self.transitions[self.oldest] = transition;
            self.oldest = (self.oldest + 1) % self.capacity;
        } else {
            self.transitions.push(transition);
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.transitions.len() >= self.capacity
    }

    /// A uniformly drawn transition. Panics: there is none.
    pub(crate) fn draw(&self, random: &mut Random) -> &Transition {
        &self.transitions[random.below(self.transitions.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transition(reward: f32) -> Transition {
        let (state, action) = (State::default(), Action::default());
        Transition { state, action, reward, next: state, next_actions: Arc::new([]) }
    }

    #[test]
    fn a_full_memory_forgets_the_oldest_first() {
        let mut replay = Replay::new(3);
        for reward in [0.0, 1.0, 2.0, 3.0, 4.0] {
            assert_eq!(replay.is_full(), reward > 2.0);
            replay.push(transition(reward));
        }
        let mut kept: Vec<u32> = replay.transitions.iter().map(|t| t.reward as u32).collect();
        kept.sort_unstable();
        assert_eq!(kept, [2, 3, 4]);
    }

    #[test]
    fn every_transition_is_drawn_now_and_then() {
        let mut replay = Replay::new(4);
        for reward in [1.0, 2.0, 4.0, 8.0] {
            replay.push(transition(reward));
        }
        let mut random = Random::new(1);
        let seen = (0..200).fold(0, |seen, _| seen | replay.draw(&mut random).reward as u32);
        assert_eq!(seen, 15);
    }
}
