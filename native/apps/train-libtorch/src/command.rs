//! The command line.

use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use faultline_evaluation::{Fault, load};
use faultline_learned_metrics::{
    Algorithm, Card, Model, Options, Progress, Trained, TrainingFault, train_with,
};
use faultline_messages::tell::tell;
use faultline_train_libtorch::{Place, Torch};

/// Train RLFDC by libtorch and write the model
///
/// Draws, remembers and chooses as Faultline's own trainer does for the same seed; libtorch
/// does the arithmetic, so that the weights differ in their last digits first, and after some
/// hundred learning steps altogether.
#[derive(Parser)]
#[command(name = "faultline-train", version)]
struct Arguments {
    /// Faults to learn from: folders, or archives, of spectra with `faulty-methods.tsv`
    #[arg(value_name = "DIR|FILE", required = true)]
    inputs: Vec<PathBuf>,

    /// The model file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Where to compute: cpu or cuda
    #[arg(long, default_value_t)]
    device: Place,

    /// How the value of what follows is estimated: double-dqn or dqn
    #[arg(long, default_value_t)]
    algorithm: Algorithm,

    /// Seed of everything that is drawn
    #[arg(long, default_value_t = Options::default().seed)]
    seed: u64,

    /// Episodes per fault
    #[arg(long, default_value_t = Options::default().epochs)]
    epochs: usize,

    /// Tests selected in an episode
    #[arg(long, default_value_t = Options::default().steps)]
    steps: usize,

    /// Transitions that are remembered; learning starts when there are that many
    #[arg(long, default_value_t = Options::default().memory)]
    memory: usize,

    /// Transitions from one learning step to the next
    #[arg(long, default_value_t = Options::default().learn_every)]
    learn_every: usize,

    /// Learning steps from one copy of the target critic to the next
    #[arg(long, default_value_t = Options::default().copy_every)]
    copy_every: usize,

    /// Share of selections that are random
    #[arg(long, default_value_t = Options::default().epsilon)]
    epsilon: f64,

    /// What the next reward is worth today
    #[arg(long, default_value_t = Options::default().discount)]
    discount: f32,

    /// Adam's learning rate
    #[arg(long, default_value_t = Options::default().rate)]
    rate: f64,

    /// The day of training, as it will stand in the model
    #[arg(long, default_value = "")]
    date: String,
}

impl Arguments {
    fn options(&self) -> Options {
        Options {
            algorithm: self.algorithm,
            seed: self.seed,
            epochs: self.epochs,
            steps: self.steps,
            memory: self.memory,
            learn_every: self.learn_every,
            copy_every: self.copy_every,
            epsilon: self.epsilon,
            discount: self.discount,
            rate: self.rate,
            date: self.date.clone(),
        }
    }
}

pub fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tell(&format!("faultline-train: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    if let Some(obstacle) = arguments.device.obstacle() {
        return Err(obstacle.into());
    }
    writable(&arguments.out)?;
    // More threads are slower for a network of this size, and may change the order of sums.
    tch::set_num_threads(1);
    let faults = read(&arguments.inputs)?;
    let faults: Vec<TrainingFault<'_>> = faults.iter().map(training).collect();

    let interrupted = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::clone(&interrupted))?;
    let observer = &mut |progress: &Progress<'_>| {
        if progress.epoch == progress.epochs {
            let Progress { number, faults, fault, loss, reward, .. } = progress;
            tell(&format!("{number}/{faults} {fault}: loss {loss:.5}, reward {reward:.3}"));
        }
        if interrupted.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let options = arguments.options();
    let backend = |network| Torch::new(&network, options.rate, arguments.device);
    let Trained { model, stopped, .. } = train_with(&faults, &options, backend, observer)?;
    let note = format!("trained by libtorch on {}", arguments.device);
    Model::new(model.network().clone(), Card { note, ..model.card().clone() }).write(&arguments.out)?;
    let early = if stopped { "; ended early" } else { "" };
    tell(&format!("wrote {}{early}", arguments.out.display()));
    Ok(())
}

/// Checks the output folder first: half an hour of training must not fail at the end because it is missing.
fn writable(out: &Path) -> Result<(), String> {
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match fs::metadata(folder) {
        Ok(folder) if folder.is_dir() => Ok(()),
        _ => Err(format!("{} cannot be written: {} is no folder", out.display(), folder.display())),
    }
}

fn read(places: &[PathBuf]) -> Result<Vec<Fault>, Box<dyn Error>> {
    let mut faults = Vec::new();
    for place in places {
        let found = load(place, &|_, _| {})?;
        for (name, reason) in found.left_out {
            tell(&format!("{name} is left out: {reason}"));
        }
        faults.extend(found.faults);
    }
    Ok(faults)
}

fn training(fault: &Fault) -> TrainingFault<'_> {
    TrainingFault {
        name: &fault.name,
        spectrum: &fault.spectrum,
        methods: fault.methods,
        method_of: &fault.method_of,
        faulty: &fault.faulty,
    }
}
