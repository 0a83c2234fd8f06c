//! Describes mutants in sentences.

use faultline_spectrum::Spectrum;

use crate::{Boost, Category, Matched};

/// Describes a mutant that fixes a test: "`isShortOption:302`: with `!=` for `==` the failing test passes and no other test breaks".
/// `None` if it fixes none.
pub fn sentence(spectrum: &Spectrum, matched: &Matched, boost: &Boost) -> Option<String> {
    let mutant = &matched.mutants[boost.mutant];
    let method = spectrum.method_of(mutant.element?);
    let class = &spectrum.classes[method.class.index()].name;
    let name = match method.name.as_str() {
        "<init>" => class.rsplit(['.', '$']).next().unwrap_or(class),
        name => name,
    };
    let price = match (boost.category, boost.broken) {
        (Category::Idle, _) => return None,
        (Category::Clean, _) => " and no other test breaks".to_owned(),
        (Category::Open, _) => ", and not all other tests have run".to_owned(),
        (Category::Noisy, 1) => ", but another test breaks".to_owned(),
        (Category::Noisy, broken) => format!(", but {broken} other tests break"),
    };
    let mended = match (boost.mended, boost.failing) {
        (_, 1) => " the failing test passes".to_owned(),
        (mended, failing) if mended == failing => format!(" all {failing} failing tests pass"),
        (1, failing) => format!(", 1 of {failing} failing tests passes"),
        (mended, failing) => format!(", {mended} of {failing} failing tests pass"),
    };
    Some(format!("`{name}:{}`: with {}{mended}{price}", mutant.mutant.line, mutant.mutant.words))
}

/// Merges equal sentences, in order of first occurrence, with their numbers: mutants at several places of one line may give the same.
pub fn each_once<T: PartialEq>(sentences: impl IntoIterator<Item = T>) -> Vec<(T, usize)> {
    let mut once: Vec<(T, usize)> = Vec::new();
    for sentence in sentences {
        match once.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, count)) => *count += 1,
            None => once.push((sentence, 1)),
        }
    }
    once
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_mutants_say_is_said_once_where_the_first_says_it() {
        assert_eq!(each_once(["b", "a", "b", "c", "b"]), [("b", 3), ("a", 1), ("c", 1)]);
        assert_eq!(each_once::<&str>([]), []);
    }
}
