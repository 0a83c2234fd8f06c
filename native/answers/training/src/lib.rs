//! What is learned from a project's faults: which there are, which are held out, how good what was learned is on faults that it
//! did not see. How one fault is learned from is `faultline-rlfdc`'s.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod ablation;
pub mod calibration;
pub mod course;
pub mod curve;
pub mod drawn;
pub mod extended;
pub mod faults;
pub mod folds;
pub mod hold_out;
pub mod learn;
pub mod out;
pub mod ranking;
pub mod reliability;
pub mod stop;
