//! Looks for phrases of `tests/words.txt` in the text that users meet: the documents, the help, the messages of the programs.

use std::fs;
use std::path::{Path, PathBuf};

/// A phrase that we do not say.
struct Phrase {
    not: String,
    say: String,
}

/// A piece of text, with the line on which it begins.
struct Piece {
    line: usize,
    text: String,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the checkout is there")
}

fn phrases(list: &str) -> Vec<Phrase> {
    let rows = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        let (not, say) =
            row.split_once(" -> ").unwrap_or_else(|| panic!("a row is `phrase -> instead`: {row}"));
        Phrase { not: not.to_lowercase(), say: say.to_owned() }
    })
    .collect()
}

/// Files below a folder whose names end with `ending`, without those of builds, tests and hidden folders.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder can be listed") {
        let path = entry.expect("an entry can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_left_out = ["target", "dist", "test", "tests", "benches", "examples"].contains(&&*name);
        if path.is_dir() && !name.starts_with('.') && !is_left_out {
            files(&path, ending, found);
        } else if path.is_file() && name.ends_with(ending) && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// The paragraphs and rows of a page, without code and without tables of what not to say.
fn paragraphs(page: &str) -> Vec<Piece> {
    let (mut pieces, mut fenced, mut is_of_examples): (Vec<Piece>, bool, bool) = (Vec::new(), false, false);
    let mut text = String::new();
    for (at, line) in page.lines().chain([""]).enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        is_of_examples = line.starts_with('|') && (is_of_examples || line == "| not | but |");
        if is_fence || fenced || line.trim().is_empty() || line.starts_with('|') {
            if !text.is_empty() {
                pieces.push(Piece { line: at - text.lines().count() + 1, text: std::mem::take(&mut text) });
            }
            if line.starts_with('|') && !fenced && !is_of_examples {
                pieces.push(Piece { line: at + 1, text: line.to_owned() });
            }
            fenced ^= is_fence;
        } else {
            text += line;
            text.push('\n');
        }
    }
    pieces
}

/// String literals of a source in Rust or Java, and its `///` comments if `comments`; a Rust file's tests are left out.
fn literals(source: &str, comments: bool) -> Vec<Piece> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let letters: Vec<char> = source.chars().collect();
    let (mut pieces, mut at, mut line) = (Vec::new(), 0, 1);
    while at < letters.len() {
        let rest = &letters[at..];
        let length = match rest {
            ['/', '/', ..] => {
                let length = rest.iter().position(|&c| c == '\n').unwrap_or(rest.len());
                if comments && rest.get(2) == Some(&'/') {
                    let text: String = rest[3..length].iter().collect();
                    pieces.push(Piece { line, text });
                }
                length
            }
            ['/', '*', ..] => {
                rest.windows(2).skip(2).position(|two| two == ['*', '/']).map_or(rest.len(), |end| end + 4)
            }
            ['\'', '\\', ..] => rest.iter().skip(2).position(|&c| c == '\'').map_or(1, |end| end + 3),
            ['\'', _, '\'', ..] => 3,
            ['"', ..] => {
                let text = literal(&rest[1..]);
                let length = text.chars().count() + 2;
                pieces.push(Piece { line, text });
                length
            }
            _ => 1,
        };
        let length = length.min(rest.len());
        line += rest[..length].iter().filter(|&&c| c == '\n').count();
        at += length;
    }
    joined(pieces)
}

/// The text of a literal up to its closing quote, as it is written.
fn literal(letters: &[char]) -> String {
    let (mut text, mut is_escaped) = (String::new(), false);
    for &c in letters {
        if c == '"' && !is_escaped {
            break;
        }
        is_escaped = c == '\\' && !is_escaped;
        text.push(c);
    }
    text
}

/// Comments on consecutive lines as one piece, so that a phrase may run over the end of a line.
fn joined(pieces: Vec<Piece>) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    for piece in pieces {
        match all.last_mut() {
            Some(last) if last.line + last.text.matches('\n').count() + 1 == piece.line => {
                last.text += "\n";
                last.text += &piece.text;
            }
            _ => all.push(piece),
        }
    }
    all
}

/// A text without what stands in backquotes; ends of lines stay, so that lines can be counted.
fn without_code(text: &str) -> String {
    let kept = |(at, part): (usize, &str)| {
        if at % 2 == 0 { part.to_owned() } else { "\n".repeat(part.matches('\n').count()) }
    };
    text.split('`').enumerate().map(kept).collect::<Vec<_>>().join("`")
}

/// The words of a text in lower case, each with its line.
fn words(piece: &Piece) -> Vec<(usize, String)> {
    let text = without_code(&piece.text).replace("\\\n", "\n");
    let of_line = |(at, line): (usize, &str)| {
        let is_between = |c: char| !(c.is_alphanumeric() || c == '\'');
        // A full stop or a colon ends a phrase.
        let marked = line.replace(['.', ':', ';', ',', '(', ')', '`', '"', '|'], " \u{1} ");
        let words = marked.split(|c: char| is_between(c) && c != '\u{1}').filter(|word| !word.is_empty());
        words.map(|word| (piece.line + at, word.to_lowercase())).collect::<Vec<_>>()
    };
    text.lines().enumerate().flat_map(of_line).collect()
}

/// Where the phrases occur in a piece: `file:line: not ..., say ...`.
fn complaints(path: &str, piece: &Piece, phrases: &[Phrase]) -> Vec<String> {
    let words = words(piece);
    let mut found = Vec::new();
    for phrase in phrases {
        let wanted: Vec<&str> = phrase.not.split(' ').collect();
        for here in words.windows(wanted.len()) {
            if here.iter().map(|(_, word)| &**word).eq(wanted.iter().copied()) {
                found.push(format!("{path}:{}: not \"{}\", say \"{}\"", here[0].0, phrase.not, phrase.say));
            }
        }
    }
    found
}

#[test]
fn what_users_read_has_none_of_the_words_that_we_do_not_say() {
    let root = root();
    let phrases = phrases(&fs::read_to_string(root.join("tests/words.txt")).expect("the list is there"));
    let mut pages: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)).into();
    files(&root.join("docs"), ".md", &mut pages);
    let mut sources = Vec::new();
    files(&root.join("native"), ".rs", &mut sources);
    for folder in [
        "maven/src/main",
        "gradle/plugin/src/main",
        "build-plugin-common/src/main",
        "java-agent/agent/src/main",
    ] {
        files(&root.join(folder), ".java", &mut sources);
    }
    assert!(pages.len() > 30 && sources.len() > 500, "{} pages, {} sources", pages.len(), sources.len());
    let mut found = Vec::new();
    for path in pages.iter().chain(&sources) {
        let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let name = path.strip_prefix(&root).expect("it is in the checkout").display().to_string();
        let is_help =
            name.contains("/cli/src/given/") || name.ends_with("options.rs") || name.ends_with("grammar.rs");
        let is_page = path.extension().is_some_and(|ending| ending == "md");
        let pieces = if is_page { paragraphs(&text) } else { literals(&text, is_help) };
        found.extend(pieces.iter().flat_map(|piece| complaints(&name, piece, &phrases)));
    }
    assert!(found.is_empty(), "{} phrases of tests/words.txt:\n{}", found.len(), found.join("\n"));
}

#[test]
fn a_phrase_is_found_in_text_over_the_end_of_a_line_and_not_in_code() {
    let phrases = phrases("# none\ngo on with -> continue\n");
    let of_page = |text: &str| {
        paragraphs(text).iter().flat_map(|piece| complaints("a.md", piece, &phrases)).collect::<Vec<_>>()
    };
    assert_eq!(of_page("# A\n\nThey Go on\nwith it.\n"), ["a.md:3: not \"go on with\", say \"continue\""]);
    assert_eq!(of_page("| a | go on with it |\n"), ["a.md:1: not \"go on with\", say \"continue\""]);
    assert_eq!(of_page("Say `go on with` it.\n\n```\ngo on with it\n```\n"), [""; 0]);
    assert_eq!(of_page("They go on. With it they end.\n"), [""; 0]);
    assert_eq!(of_page("| not | but |\n|---|---|\n| go on with it | continue |\n"), [""; 0]);
    let source = "// go on with\nfn a() { let c = '\"'; b(\"we go on \\\n    with it\"); }\n";
    let of_source = |comments| {
        literals(source, comments)
            .iter()
            .flat_map(|piece| complaints("a.rs", piece, &phrases))
            .collect::<Vec<_>>()
    };
    assert_eq!(of_source(false), ["a.rs:2: not \"go on with\", say \"continue\""]);
    let help = literals("/// We go on\n/// with it.\npub a: b,\n", true);
    assert_eq!(help.len(), 1);
    assert_eq!(complaints("a.rs", &help[0], &phrases).len(), 1);
}
