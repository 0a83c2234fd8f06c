//! The core of this JVM, a singleton used by every native method.

use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jni::sys::{jboolean, jobjectArray};

use crate::capture::{BLOCK, Block, drain};
use crate::java::{Critical, HitArray, Jni};
use crate::recorder::Recorder;
use crate::run::Run;
use crate::troubles;

/// The recorder of this JVM, with the arrays it captures from.
pub struct Core {
    /// The recorder.
    pub recorder: Recorder,
    /// The hit arrays, in the order in which chunks were added.
    pub arrays: Vec<HitArray>,
    blocks: Vec<Block>,
}

static CORE: Mutex<Option<Core>> = Mutex::new(None);
/// The run that this JVM belongs to.
static RUN: OnceLock<Arc<Run>> = OnceLock::new();

/// Creates the core. `run` is the number of the run's process; empty if there is none. Errors: it exists already, or the
/// folder cannot be used.
pub fn start(directory: &str, description: String, run: &str) -> Result<(), String> {
    let mut core = CORE.lock().unwrap_or_else(PoisonError::into_inner);
    if core.is_some() {
        return Err("this JVM records already: attach the agent once".into());
    }
    let mut recorder = Recorder::new(Path::new(directory), description)?;
    if !run.is_empty() {
        let run = RUN.get_or_init(|| Arc::new(Run::of(Path::new(directory), run)));
        recorder.during(Arc::clone(run));
    }
    *core = Some(Core { recorder, arrays: Vec::new(), blocks: Vec::new() });
    Ok(())
}

/// Whether the run that this JVM belongs to has ended; false if there is none.
pub fn is_run_over() -> bool {
    RUN.get().is_some_and(|run| run.is_over())
}

/// The folder of the run's process in `/proc`, if it can be seen and has not ended.
pub fn process_of_run() -> Option<&'static Path> {
    RUN.get().and_then(|run| run.process())
}

/// Runs `body` on the core; returns the default without one. After a panic in an earlier call the core stays usable: its
/// data is consistent, though perhaps incomplete.
pub fn with_core<T: Default>(body: impl FnOnce(&mut Core) -> Result<T, String>) -> Result<T, String> {
    CORE.lock().unwrap_or_else(PoisonError::into_inner).as_mut().map_or(Ok(T::default()), body)
}

impl Core {
    /// Adds a chunk of `length` bytes with its hit array. Errors: the number is taken, or the JVM could not keep the array.
    /// Then nothing is added, because positions in `arrays` and in the recorder must agree.
    pub fn add_chunk(&mut self, number: u32, length: usize, array: Option<HitArray>) -> Result<(), String> {
        let array =
            array.ok_or_else(|| format!("the JVM had no memory for a reference to chunk {number}"))?;
        self.recorder.add_chunk(number, length)?;
        self.arrays.push(array);
        Ok(())
    }

    /// Passes the hits in the chunks since the last scan to the recorder.
    pub fn scanned<T>(&mut self, jni: Jni, body: impl FnOnce(&mut Recorder, &[Block]) -> T) -> T {
        self.scan(jni);
        body(&mut self.recorder, &self.blocks)
    }

    /// Passes the hits of an owner with separate arrays to the recorder: those arrays, and the chunks if they may contain
    /// its hits.
    pub fn apart<T>(
        &mut self,
        jni: Jni,
        in_core: jboolean,
        hits: jobjectArray,
        body: impl FnOnce(&mut Recorder, Option<&[Block]>, &[Block]) -> T,
    ) -> T {
        let own = self.take_own(jni, hits);
        if in_core {
            self.scan(jni);
        }
        body(&mut self.recorder, in_core.then_some(&self.blocks), &own)
    }

    /// Moves the hits out of one owner's arrays. Cost: as [`Core::scan`], for the chunks that the owner touched.
    pub fn take_own(&self, jni: Jni, arrays: jobjectArray) -> Vec<Block> {
        let mut blocks = Vec::new();
        jni.each_array(arrays, |number, array, length| {
            let Some((position, used)) = self.recorder.chunk(number) else { return };
            if used == 0 || used * BLOCK > length {
                return;
            }
            blocks.reserve(used);
            let Some(critical) = Critical::enter(jni, array) else {
                troubles::note("the JVM had no memory for reading a test's hits".into());
                return;
            };
            // SAFETY: `used` blocks are within the array's length; Java threads store single bytes,
            // which is atomic. There is room for all blocks, so nothing is allocated here.
            unsafe { drain(critical.start(), used, position, &mut blocks) };
        });
        blocks
    }

    /// Moves all hits from the arrays to `blocks`. Cost: one pass over the bytes in use.
    fn scan(&mut self, jni: Jni) {
        let Self { recorder, arrays, blocks } = self;
        blocks.clear();
        blocks.reserve(recorder.used_blocks().sum());
        for (chunk, (array, used)) in arrays.iter().zip(recorder.used_blocks()).enumerate() {
            if used == 0 {
                continue;
            }
            let Some(critical) = Critical::enter(jni, array) else {
                troubles::note("the JVM had no memory for reading a hit chunk".into());
                continue;
            };
            // SAFETY: a class's range was accepted only within the array's length, so `used`
            // blocks are inside it; Java threads store single bytes, which is atomic. There
            // is room for all blocks, so nothing is allocated here.
            unsafe { drain(critical.start(), used, chunk as u32, blocks) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Folder;

    #[test]
    fn an_array_that_was_not_kept_shifts_no_position() {
        let folder = Folder::new();
        let recorder = Recorder::new(folder.path(), "a test".into()).unwrap();
        let mut core = Core { recorder, arrays: Vec::new(), blocks: Vec::new() };
        core.add_chunk(0, 64, Some(HitArray::nowhere())).unwrap();
        assert!(core.add_chunk(1, 64, None).unwrap_err().contains("no memory"));
        assert_eq!((core.arrays.len(), core.recorder.chunk(1)), (1, None));
        core.add_chunk(2, 128, Some(HitArray::nowhere())).unwrap();
        assert!(core.add_chunk(2, 64, Some(HitArray::nowhere())).is_err());
        assert_eq!((core.arrays.len(), core.recorder.chunk(2)), (2, Some((1, 0))));
    }
}
