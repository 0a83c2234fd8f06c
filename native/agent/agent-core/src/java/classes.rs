//! Classes as Java describes them, to the recorder and to guided searches alike.

use faultline_spectrum::{ClassDetails, RecordedMethod, Site, SiteKind};
use jni::sys::{jint, jintArray, jobjectArray, jstring};

use super::Jni;

/// The methods of a class, and for each slot its method and line.
type Slots = (Vec<RecordedMethod>, Vec<(u32, u32)>);

impl Jni {
    /// The methods and slots of a class. Shape: `methods` is name, descriptor, name, descriptor ...
    /// Errors: they do not fit together.
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

    /// The sites of a class's outcomes: of each its method, line, kind, number of cases and cases, and its name.
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

    /// What is known of a class besides: its superclass, and which slots use static fields of which
    /// owners. `None` when they use one of an owner that does not exist.
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

/// A position in a list of that many; `None` when it is in none.
fn position(value: jint, count: usize) -> Option<u32> {
    u32::try_from(value).ok().filter(|&position| (position as usize) < count)
}
