//! What is inserted before which instruction: the rules of `ProbeInserter` in Java.

use crate::code::{Body, Class};
use crate::instructions::{
    self, GOTO, INVOKE_INTERFACE, INVOKE_VIRTUAL, LOOKUP_SWITCH, MONITOR_ENTER, RETURN, Switch, TABLE_SWITCH,
    is_jump,
};
use crate::order::{Method, Placement};
use crate::pool::Pool;

/// Calls that EvoSuite inserts at the begin of lines, which needs rules that are not here.
const ADDED: [&[u8]; 3] = [
    b"org/evosuite/runtime/LoopCounter",
    b"org/evosuite/runtime/thread/KillSwitchHandler",
    b"org/evosuite/testcase/execution/ExecutionTracer",
];

/// Beginnings of the names of classes of the JDK in whose methods a thread may wait: `Waits` in Java.
const WAITS: [&[u8]; 6] = [
    b"java/util/concurrent/",
    b"java/util/Timer",
    b"java/net/",
    b"java/nio/channels/",
    b"java/lang/Thread",
    b"java/lang/Process",
];

/// Whether a class has code of which the rules here know nothing.
pub fn are_unknown(pool: &Pool<'_>) -> bool {
    pool.has_class(&ADDED)
}

/// An instruction, and what is inserted before it, in this order.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub at: usize,
    pub length: usize,
    /// The array is fetched anew, since the instruction before may have waited.
    pub waited: bool,
    /// Probes: how many of the method's slots to mark.
    pub probes: usize,
    /// The end of a static initialiser.
    pub returns: bool,
    /// The array is fetched anew, since the instruction may jump backwards.
    pub backwards: bool,
}

/// The steps of a method, and the slots to mark in their order.
pub struct Steps {
    pub steps: Vec<Step>,
    pub slots: Vec<usize>,
}

/// The state between instructions.
#[derive(Default)]
struct State {
    /// The slot of the line that begins at the next instruction.
    begun: Option<usize>,
    /// The slot of a line of which only a jump was seen.
    jumped: Option<usize>,
    waited: bool,
}

/// Decides what is inserted into a method. Errors: `None` for code that is not understood.
pub fn steps(class: &Class<'_>, method: &Method, body: &Body<'_>, pool: &Pool<'_>) -> Option<Steps> {
    let code = body.code;
    let labels = labels(body)?;
    let mut steps = Vec::with_capacity(code.len() / 2);
    let mut slots: Vec<usize> = Vec::new();
    let (mut lines, mut frames) = (body.lines_in_order.iter().peekable(), body.frames.iter().peekable());
    let mut state = State::default();
    let mut at = 0;
    while at < code.len() {
        let (opcode, length) = (code[at], instructions::length(code, at)?);
        let pending = slots.len();
        while let Some(&(_, line)) = lines.next_if(|&&(pc, _)| usize::from(pc) == at) {
            if line == 0 || method.placement != Some(Placement::Lines) {
                continue;
            }
            state.begun = class.order.slot_of(method, line).ok()?;
            state.jumped = None;
            let new = state.begun.filter(|slot| !slots[pending..].contains(slot));
            slots.extend(new);
        }
        if frames.next_if(|frame| frame.at == at).is_some_and(crate::frames::Frame::has_operands) {
            state.jumped = None;
        }
        let again = state.jumped.filter(|slot| labels[at] && !slots[pending..].contains(slot));
        slots.extend(again);
        steps.push(Step {
            at,
            length,
            waited: state.waited,
            probes: slots.len() - pending,
            returns: method.brackets && opcode == RETURN,
            backwards: goes_backwards(code, at)?,
        });
        state = State {
            begun: None,
            jumped: state.begun.filter(|_| opcode == GOTO),
            waited: opcode == MONITOR_ENTER || may_wait(code, at, pool),
        };
        at += length;
    }
    // A line or frame inside an instruction is a damaged file.
    (lines.next().is_none() && frames.next().is_none()).then_some(Steps { steps, slots })
}

/// Whether a jump or switch has a target at or before itself.
fn goes_backwards(code: &[u8], at: usize) -> Option<bool> {
    match code[at] {
        TABLE_SWITCH | LOOKUP_SWITCH => {
            let switch = Switch::read(code, at)?;
            let mut backwards = false;
            for place in switch.offsets() {
                backwards |= switch.target(code, at, place)? <= at;
            }
            Some(backwards)
        }
        opcode if is_jump(opcode) => Some(instructions::target(code, at)? <= at),
        _ => Some(false),
    }
}

/// Whether an instruction calls a method of the JDK that may wait.
fn may_wait(code: &[u8], at: usize, pool: &Pool<'_>) -> bool {
    if !(INVOKE_VIRTUAL..=INVOKE_INTERFACE).contains(&code[at]) {
        return false;
    }
    let called = crate::bytes::u16_at(code, at + 1).and_then(|number| pool.method(number));
    let Some((owner, name)) = called.filter(|(owner, _)| owner.starts_with(b"java/")) else { return false };
    WAITS.iter().any(|begin| owner.starts_with(begin))
        || name == b"wait"
        || name.starts_with(b"read") && owner.starts_with(b"java/io/")
}

/// Which offsets a label stands at: those of jumps, ranges, lines, variables and uninitialised objects.
fn labels(body: &Body<'_>) -> Option<Vec<bool>> {
    let code = body.code;
    let mut labels = vec![false; code.len() + 1];
    let mut mark = |at: usize| labels.get_mut(at).map(|label| *label = true);
    for &[begin, end, handler, _] in &body.handlers {
        for at in [begin, end, handler] {
            mark(usize::from(at))?;
        }
    }
    for &(at, _) in &body.lines_in_order {
        mark(usize::from(at))?;
    }
    for &(begin, length) in &body.ranges {
        mark(usize::from(begin))?;
        mark(usize::from(begin) + usize::from(length))?;
    }
    for &at in &body.news {
        mark(at)?;
    }
    let mut at = 0;
    while at < code.len() {
        match code[at] {
            TABLE_SWITCH | LOOKUP_SWITCH => {
                let switch = Switch::read(code, at)?;
                for place in switch.offsets() {
                    mark(switch.target(code, at, place)?)?;
                }
            }
            opcode if is_jump(opcode) => mark(instructions::target(code, at)?)?,
            _ => {}
        }
        at += instructions::length(code, at)?;
    }
    Some(labels)
}
