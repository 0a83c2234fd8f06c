//! The metrics, one per file.

mod add;
mod cover;
mod ddu;
mod eap;
mod eap_cells;
mod eap_columns;
mod eap_levels;
mod eap_split;
mod entbug;
mod fdg;
mod flint;
mod rapter;
mod s3;
mod scaled;
mod split;
mod split_cover;
mod tfd;
mod total;

pub use add::Add;
pub use cover::{Cover, Prox};
pub use ddu::{Ddu, DduFactors};
pub use eap::{Eap, EapState};
pub use eap_split::EapSplit;
pub use entbug::EntBug;
pub use fdg::Fdg;
pub use flint::Flint;
pub use rapter::Rapter;
pub use s3::S3;
pub use scaled::{ScaledCover, ScaledSplit};
pub use split::Split;
pub use split_cover::SplitCover;
pub use tfd::TfD;
pub use total::Total;
