//! Classes that libraries make at run time, by their names. They have no line numbers, and no source that would
//! need them.

/// Substrings in the names of such classes.
const MADE_AT_RUN_TIME: [&str; 8] = [
    "$$",
    "$HibernateProxy$",
    "$HibernateInstantiator$",
    "$HibernateAccessOptimizer$",
    "$ByteBuddy$",
    "$MockitoMock$",
    "EnhancerBy",
    "_$_javassist",
];

/// Whether a class has the name of one that was made at run time.
pub fn is_named_so(class: &str) -> bool {
    let is_proxy = || {
        let after = class.split_once("$Proxy").map(|(_, rest)| rest);
        after.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '$'))
    };
    MADE_AT_RUN_TIME.iter().any(|part| class.contains(part)) || is_proxy()
}
