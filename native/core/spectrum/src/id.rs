//! Index types, one per kind of object, so that a row is never used as a column.

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The position as a slice index.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The id of a slice position. Panics: past `u32::MAX`.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("more than u32::MAX entries"))
            }
        }
    };
}

id!(
    /// A row of the coverage matrix: one execution of one test.
    TestId
);
id!(
    /// A column of the coverage matrix: one line of one method.
    ElementId
);
id!(
    /// A class of a spectrum (name and hash of its bytes).
    ClassId
);
id!(
    /// A method of a spectrum.
    MethodId
);
