//! Learns from a project's faults: collects them, holds some out, trains, and measures the results on unseen
//! faults. The crate `faultline-rlfdc` implements learning from a single fault.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod ablation;
pub mod calibration;
pub mod course;
pub mod curve;
pub mod domains;
pub mod drawn;
pub mod evidence_file;
pub mod extended;
pub mod far;
pub mod faults;
pub mod folds;
pub mod hold_out;
pub mod known;
pub mod learn;
pub mod out;
pub mod ranking;
pub mod reliability;
pub mod stop;
