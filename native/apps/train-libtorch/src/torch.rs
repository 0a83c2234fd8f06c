//! A learner's backend on libtorch.

use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;

use faultline_learned_metrics::{Action, BATCH, Backend, Example, Network, Side, State};
use tch::nn::{self, OptimizerConfig as _};
use tch::{Cuda, Device, Reduction, Tensor, no_grad};

/// Where tensors are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Place {
    /// In main memory.
    #[default]
    Cpu,
    /// On the first GPU that CUDA lists.
    Cuda,
}

impl Place {
    /// Why the place is unusable; `None` if it is usable.
    pub fn obstacle(self) -> Option<&'static str> {
        (self == Self::Cuda && !Cuda::is_available()).then_some(
            "libtorch finds no CUDA device: this needs its CUDA half and a driver (native/apps/train-libtorch/README.md)",
        )
    }

    fn device(self) -> Device {
        match self {
            Self::Cpu => Device::Cpu,
            Self::Cuda => Device::Cuda(0),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "cpu",
            Self::Cuda => "cuda",
        })
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = [Self::Cpu, Self::Cuda].into_iter().find(|place| place.to_string() == name);
        found.ok_or_else(|| format!("'{name}' is not a device; use cpu or cuda"))
    }
}

/// A layer: weights `[outputs × inputs]` and biases.
type Layer = [Tensor; 2];

/// Outputs and inputs of each layer, in the order of [`Network::parameters`]: two layers of the encoder, then
/// three of the critic.
const SHAPES: [[i64; 2]; 5] = [[16, 3], [16, 16], [16, 18], [32, 16], [1, 32]];
/// Number of encoder layers.
const ENCODER: usize = 2;

/// A network in tensors, with torch's Adam.
///
/// Panics in all functions: libtorch fails, usually because memory runs out.
#[derive(Debug)]
pub struct Torch {
    device: Device,
    layers: Vec<Layer>,
    target: Vec<Layer>,
    adam: nn::Optimizer,
    /// Cached copy of the network for [`Backend::network`]; cleared by learning.
    copy: OnceCell<Network>,
    // Owns the variables that the optimiser updates.
    _store: nn::VarStore,
}

impl Torch {
    /// Starts from a network, with Adam's learning rate; the target critic is a copy of the network's critic.
    /// Panics: the place has an [obstacle](Place::obstacle).
    pub fn new(network: &Network, rate: f64, place: Place) -> Self {
        let device = place.device();
        let store = nn::VarStore::new(device);
        let parameters = network.parameters();
        let mut rest = &parameters[..];
        let mut variable = |name: String, shape: &[i64]| {
            let (these, after) = rest.split_at(shape.iter().product::<i64>() as usize);
            rest = after;
            store.root().var_copy(&name, &Tensor::from_slice(these).reshape(shape))
        };
        let layers: Vec<Layer> = (0..)
            .zip(SHAPES)
            .map(|(i, shape)| {
                [variable(format!("weight{i}"), &shape), variable(format!("bias{i}"), &shape[..1])]
            })
            .collect();
        let adam = nn::Adam::default().build(&store, rate).expect("libtorch has Adam");
        let mut torch =
            Self { device, layers, target: Vec::new(), adam, copy: OnceCell::new(), _store: store };
        torch.copy_target();
        torch
    }

    /// Shape: `[rows × width]`.
    fn tensor(&self, numbers: &[f32], width: i64) -> Tensor {
        Tensor::from_slice(numbers).reshape([-1, width]).to_device(self.device)
    }

    fn encode(&self, states: &Tensor) -> Tensor {
        self.layers[..ENCODER]
            .iter()
            .fold(states.shallow_clone(), |units, layer| forward(layer, &units).relu())
    }

    fn critic(&self, side: Side) -> &[Layer] {
        match side {
            Side::Online => &self.layers[ENCODER..],
            Side::Target => &self.target,
        }
    }
}

fn forward([weights, biases]: &Layer, inputs: &Tensor) -> Tensor {
    inputs.linear(weights, Some(biases))
}

/// Values of actions, each with the encoded state in which it is taken.
fn value(critic: &[Layer], codes: &Tensor, actions: &Tensor) -> Tensor {
    let inputs = Tensor::cat(&[actions, codes], 1);
    let narrow = forward(&critic[0], &inputs).relu();
    let wide = forward(&critic[1], &narrow).relu();
    forward(&critic[2], &wide).squeeze_dim(1)
}

fn inputs(state: State) -> [f32; 3] {
    [state.tests, state.groups, state.uncovered]
}

fn features(action: Action) -> [f32; 2] {
    [action.split, action.cover]
}

/// Appends the numbers of a tensor, row by row.
fn copied(tensor: &Tensor, numbers: &mut Vec<f32>) {
    let tensor = tensor.detach().to_device(Device::Cpu).contiguous();
    let before = numbers.len();
    numbers.resize(before + tensor.numel(), 0.0);
    tensor.copy_data(&mut numbers[before..], tensor.numel());
}

impl Backend for Torch {
    fn values(&mut self, side: Side, states: &[(State, &[Action])], values: &mut Vec<f32>) {
        values.clear();
        let count = |actions: &[Action]| i64::try_from(actions.len()).expect("memory holds fewer");
        let counts: Vec<i64> = states.iter().map(|(_, actions)| count(actions)).collect();
        let actions: Vec<f32> =
            states.iter().flat_map(|(_, actions)| *actions).flat_map(|&action| features(action)).collect();
        if actions.is_empty() {
            return;
        }
        let states: Vec<f32> = states.iter().flat_map(|&(state, _)| inputs(state)).collect();
        no_grad(|| {
            let counts = Tensor::from_slice(&counts).to_device(self.device);
            let codes = self.encode(&self.tensor(&states, 3));
            let actions = self.tensor(&actions, 2);
            let codes = codes.repeat_interleave_self_tensor(&counts, 0, actions.size()[0]);
            copied(&value(self.critic(side), &codes, &actions), values);
        });
    }

    fn learn(&mut self, examples: &[Example; BATCH]) -> f32 {
        self.copy.take();
        let states = self.tensor(examples.map(|example| inputs(example.state)).as_flattened(), 3);
        let actions = self.tensor(examples.map(|example| features(example.action)).as_flattened(), 2);
        let targets = Tensor::from_slice(&examples.map(|example| example.target)).to_device(self.device);
        let values = value(self.critic(Side::Online), &self.encode(&states), &actions);
        let loss = values.mse_loss(&targets, Reduction::Mean);
        self.adam.backward_step(&loss);
        loss.double_value(&[]) as f32
    }

    fn copy_target(&mut self) {
        let copy = |layer: &Layer| layer.each_ref().map(|tensor| tensor.detach().copy());
        self.target = self.layers[ENCODER..].iter().map(copy).collect();
    }

    fn network(&self) -> &Network {
        self.copy.get_or_init(|| {
            let mut parameters = Vec::new();
            self.layers.iter().flatten().for_each(|tensor| copied(tensor, &mut parameters));
            Network::unbounded(&parameters)
        })
    }
}
