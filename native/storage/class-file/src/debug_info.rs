//! What a class file says about its source: its name, and the lines of its methods.

use std::collections::BTreeSet;

use crate::bytes::Bytes;
use crate::constants::Constants;

/// Flag of a method that only passes calls on to another one. Source: JVMS 4.6.
const BRIDGE: u16 = 0x40;

/// What a class file says about its source. Source: JVMS 4.7.10, 4.7.12.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DebugInfo {
    /// `SourceFile` attribute, without its package.
    pub source_file: Option<String>,
    /// All methods, in class-file order.
    pub methods: Vec<MethodLines>,
}

/// The lines of a method.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodLines {
    /// Name, `<init>` and `<clinit>` included.
    pub name: String,
    /// JVM descriptor.
    pub descriptor: String,
    /// Whether it only passes calls on to another method.
    pub is_bridge: bool,
    /// Lines of its line table; never 0, which some compilers write for code without a line.
    pub lines: BTreeSet<u32>,
}

impl DebugInfo {
    /// Reads a class file; `None` if it is damaged. No instruction is decoded. Cost: O(bytes).
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut file = Bytes(bytes);
        let constants = Constants::read(&mut file)?;
        // Flags, the class and its superclass.
        file.skip_u16s(3)?;
        let interfaces = usize::from(file.u16()?);
        file.skip_u16s(interfaces)?;
        for _field in 0..file.u16()? {
            file.skip_u16s(3)?;
            each_attribute(&mut file, &constants, |_, _| Some(()))?;
        }
        let count = file.u16()?;
        let methods = (0..count).map(|_| method(&mut file, &constants)).collect::<Option<_>>()?;
        let mut source_file = None;
        each_attribute(&mut file, &constants, |name, mut content| {
            if name == b"SourceFile" {
                source_file = Some(constants.text(content.u16()?)?);
            }
            Some(())
        })?;
        Some(Self { source_file, methods })
    }
}

fn method(file: &mut Bytes, constants: &Constants) -> Option<MethodLines> {
    let is_bridge = file.u16()? & BRIDGE != 0;
    let (name, descriptor) = (constants.text(file.u16()?)?, constants.text(file.u16()?)?);
    let mut lines = BTreeSet::new();
    each_attribute(file, constants, |name, content| {
        if name == b"Code" { read_code(content, constants, &mut lines) } else { Some(()) }
    })?;
    Some(MethodLines { name, descriptor, is_bridge, lines })
}

/// Adds the lines of a method's code; it may have several tables. Source: JVMS 4.7.3.
fn read_code(mut code: Bytes, constants: &Constants, lines: &mut BTreeSet<u32>) -> Option<()> {
    // The sizes of stack and locals.
    code.skip_u16s(2)?;
    let length = code.u32()?;
    code.take(usize::try_from(length).ok()?)?;
    let handlers = usize::from(code.u16()?);
    code.skip_u16s(4 * handlers)?;
    each_attribute(&mut code, constants, |name, mut table| {
        if name == b"LineNumberTable" {
            for _entry in 0..table.u16()? {
                let _start = table.u16()?;
                lines.insert(table.u16()?.into());
            }
        }
        Some(())
    })?;
    lines.remove(&0);
    Some(())
}

/// Passes the name and the content of each attribute on. Source: JVMS 4.7.
fn each_attribute<'a>(
    file: &mut Bytes<'a>,
    constants: &Constants,
    mut take: impl FnMut(&[u8], Bytes<'a>) -> Option<()>,
) -> Option<()> {
    for _attribute in 0..file.u16()? {
        let name = constants.raw(file.u16()?)?;
        let length = file.u32()?;
        let content = file.take(usize::try_from(length).ok()?)?;
        take(name, Bytes(content))?;
    }
    Some(())
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A class file under construction.
    #[derive(Clone)]
    pub struct Draft {
        pub source_file: &'static str,
        /// Flags, name, descriptor and line table of each method.
        pub methods: Vec<(u16, &'static str, &'static str, Vec<u16>)>,
        /// Bytes of the code of each method, which is never looked at.
        pub code: usize,
    }

    impl Draft {
        pub fn bytes(&self) -> Vec<u8> {
            let mut texts = vec!["Code", "LineNumberTable", "SourceFile", self.source_file];
            texts.extend(self.methods.iter().flat_map(|(_, name, descriptor, _)| [*name, *descriptor]));
            let mut file = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
            file.extend((texts.len() as u16 + 3).to_be_bytes());
            for text in texts {
                file.push(1);
                file.extend((text.len() as u16).to_be_bytes());
                file.extend(text.as_bytes());
            }
            // A long takes two indices.
            file.extend([5, 0, 0, 0, 0, 0, 0, 0, 9]);
            // Flags, class, superclass; an interface; a field without attributes.
            file.extend([0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]);
            file.extend((self.methods.len() as u16).to_be_bytes());
            for (at, (flags, _, _, lines)) in (0_u16..).zip(&self.methods) {
                file.extend([*flags, 5 + 2 * at, 6 + 2 * at, 1, 1].map(u16::to_be_bytes).concat());
                let code = self.code(lines);
                file.extend((code.len() as u32).to_be_bytes());
                file.extend(code);
            }
            file.extend([0, 1, 0, 3, 0, 0, 0, 2, 0, 4]);
            file
        }

        fn code(&self, lines: &[u16]) -> Vec<u8> {
            let mut code = vec![0, 1, 0, 1];
            code.extend((self.code as u32).to_be_bytes());
            code.extend(vec![0; self.code]);
            // A handler.
            code.extend([0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
            code.extend(if lines.is_empty() { [0, 0] } else { [0, 1] });
            if !lines.is_empty() {
                code.extend([0, 2]);
                code.extend((2 + 4 * lines.len() as u32).to_be_bytes());
                code.extend((lines.len() as u16).to_be_bytes());
                code.extend(lines.iter().flat_map(|line| [0, *line]).flat_map(u16::to_be_bytes));
            }
            code
        }
    }

    /// A class with two methods with lines, and one without.
    pub fn draft() -> Draft {
        Draft {
            source_file: "A.java",
            methods: vec![
                (1, "<init>", "()V", vec![3, 3]),
                (1, "sum", "(I)I", vec![6, 7, 0, 6, 70]),
                (0x1040, "get", "()Ljava/lang/Object;", vec![3]),
            ],
            code: 5,
        }
    }

    #[test]
    fn the_source_and_the_lines_of_each_method_are_read() {
        let read = DebugInfo::read(&draft().bytes()).expect("a class");
        assert_eq!(read.source_file.as_deref(), Some("A.java"));
        let methods: Vec<_> = read.methods.iter().map(|m| (&*m.name, &*m.descriptor, m.is_bridge)).collect();
        let expected =
            [("<init>", "()V", false), ("sum", "(I)I", false), ("get", "()Ljava/lang/Object;", true)];
        assert_eq!(methods, expected);
        let lines: Vec<_> = read.methods.into_iter().map(|method| method.lines).collect();
        assert_eq!(lines, [BTreeSet::from([3]), BTreeSet::from([6, 7, 70]), BTreeSet::from([3])]);
    }

    #[test]
    fn what_is_cut_off_or_no_class_is_refused() {
        let whole = draft().bytes();
        for end in 0..whole.len() {
            assert_eq!(DebugInfo::read(&whole[..end]), None, "cut after {end}");
        }
        assert_eq!(DebugInfo::read(&[b"PK".as_slice(), &whole].concat()), None);
    }

    proptest! {
        #[test]
        fn no_change_of_bytes_makes_the_reader_panic(
            changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            end in any::<prop::sample::Index>(),
        ) {
            let mut bytes = draft().bytes();
            for (at, value) in changes {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            let _ = DebugInfo::read(&bytes);
            bytes.truncate(end.index(bytes.len()));
            let _ = DebugInfo::read(&bytes);
        }

        #[test]
        fn any_lines_are_read_as_they_were_written(
            lines in prop::collection::vec(any::<u16>(), 0..40), code in 0..300_usize,
        ) {
            let methods = vec![(1, "a", "()V", lines.clone()), (1, "b", "()V", vec![1])];
            let read = DebugInfo::read(&Draft { methods, code, ..draft() }.bytes()).expect("a class");
            let expected: BTreeSet<u32> = lines.into_iter().filter(|line| *line > 0).map(u32::from).collect();
            prop_assert_eq!(&read.methods[0].lines, &expected);
            prop_assert_eq!(&read.methods[1].lines, &BTreeSet::from([1]));
        }
    }
}
