//! Reads descriptions of classes from Java, for the recorder and for guided searches.

use faultline_spectrum::{ClassDetails, RecordedMethod, Site, SiteKind};
use jni::sys::{jint, jintArray, jobjectArray, jstring};

use super::Jni;

/// The methods of a class, and the method and line of each slot.
type Slots = (Vec<RecordedMethod>, Vec<(u32, u32)>);

impl Jni {
    /// Reads the methods and slots of a class. Shape: `methods` is name, descriptor, name, descriptor ... Errors: they are
    /// inconsistent.
    pub fn slots(
        self,
        methods: jobjectArray,
        lines: jintArray,
        owners: jintArray,
    ) -> Result<Slots, &'static str> {
        let mut texts = self.strings(methods).ok_or("it has no methods")?.into_iter();
        let mut methods = Vec::with_capacity(texts.len() / 2);
        while let Some(name) = texts.next() {
            let descriptor = texts.next().ok_or("a method has no descriptor")?;
            methods.push(RecordedMethod { name, descriptor });
        }
        let lines = self.ints(lines).ok_or("it has no lines")?;
        let owners = self.ints(owners).ok_or("its lines have no methods")?;
        if lines.len() != owners.len() {
            return Err("it has not as many methods of lines as lines");
        }
        let slots = owners
            .into_iter()
            .zip(lines)
            .map(|(owner, line)| Some((position(owner, methods.len())?, u32::try_from(line).ok()?)));
        let slots = slots.collect::<Option<Vec<_>>>().ok_or("a line or the method of one does not exist")?;
        Ok((methods, slots))
    }

    /// Reads the sites of a class's outcomes: for each method, line, kind, number of cases, cases, and name.
    pub fn sites(self, table: jintArray, names: jobjectArray) -> Option<Vec<Site>> {
        let mut table = self.ints(table)?.into_iter();
        let mut sites = Vec::new();
        for name in self.strings(names)? {
            let (method, line) = (u32::try_from(table.next()?).ok()?, u32::try_from(table.next()?).ok()?);
            let kind = SiteKind::from_code(u8::try_from(table.next()?).ok()?)?;
            let cases = usize::try_from(table.next()?).ok()?;
            let cases: Vec<i32> = table.by_ref().take(cases).collect();
            sites.push(Site { method, line, kind, name, cases });
        }
        table.next().is_none().then_some(sites)
    }

    /// Reads other details of a class: its superclass, and the slots that use static fields with their owners. `None` if an
    /// owner's index is invalid.
    pub fn details(
        self,
        superclass: jstring,
        owners: jobjectArray,
        slots: jintArray,
        used: jintArray,
    ) -> Option<ClassDetails> {
        let owners = self.strings(owners).unwrap_or_default();
        let slots = self.ints(slots).unwrap_or_default();
        let uses = slots
            .into_iter()
            .zip(self.ints(used).unwrap_or_default())
            .map(|(slot, owner)| Some((u32::try_from(slot).ok()?, position(owner, owners.len())?)));
        let uses = uses.collect::<Option<Vec<_>>>()?;
        Some(ClassDetails { superclass: self.string(superclass), owners, uses, debug: None })
    }
}

/// Checks an index into a list of `count` items; `None` if out of range.
fn position(value: jint, count: usize) -> Option<u32> {
    u32::try_from(value).ok().filter(|&position| (position as usize) < count)
}
