//! Finds whether a loaded class still has its probes: an agent that reads class files by itself removes them.

use std::collections::HashMap;

use jni::sys::jclass;

use super::table::Jvmti;

/// Begin of the names of the classes that probes mention.
const MENTIONED: &[u8] = b"java/lang/$Faultline";

const GETSTATIC: u8 = 0xb2;
const INVOKESTATIC: u8 = 0xb8;

/// Whether some method of a class mentions a class of ours; also if that cannot be found out.
/// Cost: a copy of the class's constants, and of its code up to the first probe.
pub fn are_in(jvmti: Jvmti, class: jclass) -> bool {
    let Ok((count, constants)) = jvmti.constants(class) else { return true };
    let Some(members) = members_of_ours(count, &constants) else { return true };
    // A class that was redefined keeps the constants that it had before.
    let has_probe = |method| jvmti.bytecodes(method).is_ok_and(|code| mentions(&code, &members));
    // The methods of a class that was not linked are unknown.
    !members.is_empty() && jvmti.methods(class).map_or(true, |methods| methods.into_iter().any(has_probe))
}

/// Numbers of the fields and methods of our classes; `None` if the constants do not parse. Source: JVMS 4.4.
fn members_of_ours(count: usize, constants: &[u8]) -> Option<Vec<u16>> {
    let (mut texts, mut classes, mut members) = (HashMap::new(), HashMap::new(), Vec::new());
    let (mut at, mut number) = (0, 1);
    let two = |at: usize| Some(u16::from_be_bytes(constants.get(at..at + 2)?.try_into().ok()?));
    while number < count {
        let index = u16::try_from(number).ok()?;
        let tag = *constants.get(at)?;
        let length = match tag {
            1 => {
                let length = usize::from(two(at + 1)?);
                texts.insert(index, constants.get(at + 3..at + 3 + length)?);
                2 + length
            }
            7 => {
                classes.insert(index, two(at + 1)?);
                2
            }
            9..=11 => {
                members.push((index, two(at + 1)?));
                4
            }
            8 | 16 | 19 | 20 => 2,
            15 => 3,
            3 | 4 | 12 | 17 | 18 => 4,
            5 | 6 => 8,
            _ => return None,
        };
        constants.get(at..=at + length)?;
        at += 1 + length;
        // Long and double constants have two numbers.
        number += if matches!(tag, 5 | 6) { 2 } else { 1 };
    }
    let is_ours = |class: &u16| {
        let name = classes.get(class).and_then(|name| texts.get(name));
        name.is_some_and(|name| name.starts_with(MENTIONED))
    };
    Some(members.into_iter().filter(|(_, class)| is_ours(class)).map(|(member, _)| member).collect())
}

/// Whether code has what looks like a static access to one of these members. Operands may look so too; then probes
/// that were removed go unnoticed.
fn mentions(code: &[u8], members: &[u16]) -> bool {
    code.windows(3).any(|at| {
        matches!(at[0], GETSTATIC | INVOKESTATIC) && members.contains(&u16::from_be_bytes([at[1], at[2]]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Constants: 1 and 2 a class and its name, 3 a long (and 4), 5 a field of the class.
    fn constants(name: &[u8]) -> Vec<u8> {
        let mut bytes = vec![7, 0, 2, 1, 0, u8::try_from(name.len()).unwrap()];
        bytes.extend(name);
        bytes.extend([5, 0, 0, 0, 0, 0, 0, 0, 1]);
        bytes.extend([9, 0, 1, 0, 9]);
        bytes
    }

    #[test]
    fn the_members_of_our_classes_are_found() {
        assert_eq!(members_of_ours(6, &constants(b"java/lang/$Faultline$C0")), Some(vec![5]));
        assert_eq!(members_of_ours(6, &constants(b"java/lang/System")), Some(vec![]));
    }

    #[test]
    fn damaged_constants_are_no_constants() {
        let whole = constants(b"java/lang/$Faultline$C0");
        for end in 0..whole.len() {
            assert_eq!(members_of_ours(6, &whole[..end]), None, "cut after {end}");
        }
        assert_eq!(members_of_ours(2, &[99, 0, 0]), None);
    }

    #[test]
    fn a_probe_accesses_a_member_of_ours() {
        assert!(mentions(&[0, GETSTATIC, 1, 5, 0xb1], &[261]));
        assert!(mentions(&[INVOKESTATIC, 0, 5], &[5]));
        for code in [&[0xb3, 0, 5][..], &[GETSTATIC, 0, 6], &[GETSTATIC, 0], &[]] {
            assert!(!mentions(code, &[5]), "{code:?}");
        }
    }
}
