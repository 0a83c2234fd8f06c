//! Words shared by the names of methods and failing tests, rare ones weighing more.

use std::collections::{BTreeSet, HashMap};

use faultline_spectrum::{ClassName, Spectrum, Test};

use crate::names::{of_test, without_invocation, words};

/// The words of all methods' names, with weights.
#[derive(Clone, Debug, Default)]
pub(super) struct Words {
    numbers: HashMap<String, u32>,
    /// Squared inverse document frequency of each word.
    squares: Vec<f64>,
    /// The square for words in no name.
    unknown: f64,
    /// The names that contain each word.
    holders: Vec<Vec<u32>>,
    /// Sum of the squares of each name's words.
    lengths: Vec<f64>,
    /// The name of each method, class and method together; `None` in test classes.
    of: Vec<Option<u32>>,
}

impl Words {
    /// Cost: O(length of all names).
    pub(super) fn of(spectrum: &Spectrum) -> Self {
        let mut index = Self::default();
        index.weigh(spectrum);
        let of_tests = spectrum.tests.chunk_by(|a, b| a.class == b.class);
        let tests: BTreeSet<&str> = of_tests.map(|tests| ClassName(&tests[0].class).outermost()).collect();
        let mut names = HashMap::new();
        for method in &spectrum.methods {
            let class = spectrum.classes[method.class.index()].name.as_str();
            let name = if method.name.starts_with('<') { "" } else { method.name.as_str() };
            let is_test = tests.contains(ClassName(class).outermost());
            let number =
                (!is_test).then(|| *names.entry((class, name)).or_insert_with(|| index.add(class, name)));
            index.of.push(number);
        }
        index
    }

    /// Counts the distinct names of methods and outermost classes that contain each word.
    fn weigh(&mut self, spectrum: &Spectrum) {
        let classes = spectrum.classes.iter();
        let classes = classes.map(|class| ClassName(ClassName(&class.name).outermost()).simple());
        let methods = spectrum.methods.iter().map(|method| method.name.as_str());
        let documents: BTreeSet<&str> = classes.chain(methods).collect();
        let mut frequencies: Vec<u32> = Vec::new();
        for document in &documents {
            for word in stems(words(document)) {
                let number = *self.numbers.entry(word).or_insert_with(|| {
                    frequencies.push(0);
                    frequencies.len() as u32 - 1
                });
                frequencies[number as usize] += 1;
            }
        }
        self.unknown = squared_weight(documents.len(), 0);
        let squares = frequencies.into_iter().map(|frequency| squared_weight(documents.len(), frequency));
        self.squares = squares.collect();
        self.holders = vec![Vec::new(); self.squares.len()];
    }

    fn add(&mut self, class: &str, method: &str) -> u32 {
        let name = self.lengths.len() as u32;
        let mut all = words(ClassName(class).simple());
        all.extend(words(method));
        let mut length = 0.0;
        for word in stems(all) {
            let number = self.number(word);
            length += self.squares[number];
            self.holders[number].push(name);
        }
        self.lengths.push(length);
        name
    }

    /// The number of a word. Words of a nested class's name may be missing from the counted names.
    fn number(&mut self, word: String) -> usize {
        if let Some(&known) = self.numbers.get(&word) {
            return known as usize;
        }
        let next = self.squares.len();
        self.numbers.insert(word, next as u32);
        self.squares.push(self.unknown);
        self.holders.push(Vec::new());
        next
    }

    /// Returns the methods that share words with a test, with their similarity. Ascending by method; values above 0 up to 1.
    /// Cost: O(methods + names that share a word).
    pub(super) fn like(&self, test: &Test) -> Vec<(u32, f64)> {
        let mut all: BTreeSet<String> = BTreeSet::new();
        for part in ClassName(&test.class).simple().split('$') {
            all.extend(of_test(part));
        }
        all.extend(of_test(without_invocation(&test.method)));
        let (mut length, mut common) = (0.0, HashMap::<u32, f64>::new());
        for word in stems(all) {
            let Some(&number) = self.numbers.get(&word) else {
                length += self.unknown;
                continue;
            };
            let square = self.squares[number as usize];
            length += square;
            for &name in &self.holders[number as usize] {
                *common.entry(name).or_default() += square;
            }
        }
        let cosine = |name: u32| Some(common.get(&name)? / (self.lengths[name as usize] * length).sqrt());
        let of = self.of.iter().zip(0..);
        of.filter_map(|(&name, method)| Some((method, cosine(name?)?))).collect()
    }
}

/// The squared inverse document frequency of a word.
fn squared_weight(documents: usize, frequency: u32) -> f64 {
    let idf = ((documents as f64 + 1.0) / (f64::from(frequency) + 1.0)).ln() + 0.001;
    idf * idf
}

fn stems(words: impl IntoIterator<Item = String>) -> BTreeSet<String> {
    words.into_iter().map(stem).collect()
}

/// Removes a word's ending: `parsing`, `parsed`, `parses` and `parse` become `pars`.
fn stem(mut word: String) -> String {
    let cut = |word: &mut String, by: usize| word.truncate(word.len() - by);
    let longer = |word: &str, than: usize| word.chars().count() > than;
    if word.ends_with("ing") && longer(&word, 5) {
        cut(&mut word, 3);
    } else if (word.ends_with("ed") || word.ends_with("es")) && longer(&word, 4) {
        cut(&mut word, 2);
    } else if word.ends_with('s') && !word.ends_with("ss") && longer(&word, 3) {
        cut(&mut word, 1);
    }
    if word.ends_with('e') && longer(&word, 3) {
        cut(&mut word, 1);
    }
    let mut last = word.chars().rev();
    if let (Some(a), Some(b)) = (last.next(), last.next())
        && a == b
        && !matches!(a, 'l' | 's')
        && longer(&word, 3)
    {
        cut(&mut word, a.len_utf8());
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lose_their_endings() {
        for (word, expected) in [
            ("parsing", "pars"),
            ("parsed", "pars"),
            ("parses", "pars"),
            ("parse", "pars"),
            ("string", "str"),
            ("bring", "bring"),
            ("class", "class"),
            ("dates", "dat"),
            ("date", "dat"),
            ("options", "option"),
            ("getting", "get"),
            ("filled", "fill"),
            ("is", "is"),
            ("add", "add"),
            ("ab\u{e9}\u{e9}\u{e9}", "ab\u{e9}\u{e9}"),
        ] {
            assert_eq!(stem(word.to_owned()), expected, "{word}");
        }
    }
}
