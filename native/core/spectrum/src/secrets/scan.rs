//! Finds secrets inside a text: passwords in addresses, and values of pairs with secret names.

use std::ops::Range;

use super::name::is_secret;

/// A secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its name in the text.
    pub name: String,
    /// Its position.
    pub at: Range<usize>,
}

/// Schemes that precede the secret of an `Authorization` header.
const SCHEMES: [&str; 4] = ["Basic", "Bearer", "Digest", "Token"];
/// A user part of at least this many characters and without a password is a secret.
const LONG: usize = 20;
/// Characters that end an unquoted value.
const ENDS: [char; 12] = [' ', '\t', '\n', '\r', '&', ';', ',', '"', '\'', ')', '}', '|'];

/// Replaces each character of a hidden secret; it has no meaning in any syntax.
pub const MASK: char = '\u{1}';

/// All secrets in a text, in order; overlapping ones are joined.
pub fn secrets(text: &str) -> Vec<Found> {
    // Placeholders contain colons and braces, so mask them.
    let text = &super::masked(text);
    let mut found: Vec<Found> = pairs(text).chain(addresses(text)).collect();
    found.sort_by_key(|found| (found.at.start, std::cmp::Reverse(found.at.end)));
    let mut all: Vec<Found> = Vec::new();
    for found in found.into_iter().filter(|found| !found.at.is_empty()) {
        match all.last_mut() {
            Some(last) if found.at.start < last.at.end => last.at.end = last.at.end.max(found.at.end),
            _ => all.push(found),
        }
    }
    all
}

/// Values of `name=value`, `name: value`, `"name":"value"` and `--name value`.
fn pairs(text: &str) -> impl Iterator<Item = Found> {
    text.match_indices(['=', ':', ' ']).filter_map(move |(at, sign)| {
        let name = name_before(text, at)?;
        let is_option = name.starts_with("--");
        if !is_secret(name) || sign == " " && (!is_option || text[at + 1..].starts_with('-')) {
            return None;
        }
        let at = value_at(text, at + 1)?;
        let name = name.strip_prefix("-D").unwrap_or(name).trim_start_matches('-');
        Some(Found { name: name.to_owned(), at })
    })
}

/// The name that ends before a separator, without quotes.
fn name_before(text: &str, sign: usize) -> Option<&str> {
    let before = &text[..sign];
    let before = before.strip_suffix(['"', '\'']).unwrap_or(before);
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-');
    let start = before
        .rfind(|c| !is_of_name(c))
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    Some(&before[start..]).filter(|name| !name.is_empty())
}

/// The range of the value that starts here, without blanks and quotes. `None` if a shell or Faultline
/// resolves it.
fn value_at(text: &str, from: usize) -> Option<Range<usize>> {
    let start = from + (text[from..].len() - text[from..].trim_start_matches(' ').len());
    let rest = &text[start..];
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (start, end) = match quote {
        Some(quote) => (start + 1, start + 1 + rest[1..].find(quote).unwrap_or(rest.len() - 1)),
        None => (start, start + length_of_bare(rest)),
    };
    let value = &text[start..end];
    let is_elsewhere = value.starts_with(['$', '{']);
    (!is_elsewhere && !super::is_open(value)).then_some(start..end)
}

/// The length of an unquoted value, including its scheme.
fn length_of_bare(text: &str) -> usize {
    let word = |text: &str| text.find(ENDS).unwrap_or(text.len());
    let first = word(text);
    let is_scheme = SCHEMES.iter().any(|scheme| text[..first].eq_ignore_ascii_case(scheme));
    if is_scheme && text[first..].starts_with(' ') { first + 1 + word(&text[first + 1..]) } else { first }
}

/// Passwords of `scheme://user:password@host`, and of Oracle's `thin:user/password@host`.
fn addresses(text: &str) -> impl Iterator<Item = Found> {
    let of = |sign: &'static str, between: char| {
        text.match_indices(sign).flat_map(move |(at, sign)| {
            let start = at + sign.len();
            let end =
                text[start..].find([' ', '\t', '\n', '"', '\'', ',']).map_or(text.len(), |end| start + end);
            secrets_in(&text[start..end], between).map(move |at| start + at.start..start + at.end)
        })
    };
    let found = of("://", ':').chain(of("thin:", '/')).chain(of("oci:", '/'));
    found.map(|at| Found { name: "password".to_owned(), at })
}

/// The secrets in the part after the scheme of an address: a password, and a user part long enough to be one.
fn secrets_in(address: &str, between: char) -> impl Iterator<Item = Range<usize>> {
    password(address, between).into_iter().chain(token(address).filter(|_| between == ':'))
}

/// The password: up to the last `@`, unless a path starts before it.
fn password(address: &str, between: char) -> Option<Range<usize>> {
    let end = address.rfind('@')?;
    let host = address.find(['/', '?', '#']).filter(|_| between == ':').unwrap_or(address.len());
    let at = address[..end].find(between).filter(|&at| at < host)?;
    // `host:80/a@b` has no user.
    let may_be_port = host < end && address[at + 1..].starts_with(|c: char| c.is_ascii_digit());
    let is_port = may_be_port && address[at + 1..host].bytes().all(|byte| byte.is_ascii_digit());
    (!is_port).then_some(at + 1..end)
}

/// A long user part before a host. A user part with a placeholder has no further secret.
fn token(address: &str) -> Option<Range<usize>> {
    let end = address.find(['/', '?', '#', ':']).unwrap_or(address.len());
    let user = address[..end].rfind('@')?;
    (user >= LONG && !address[..user].contains(MASK)).then_some(0..user)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        secrets(text).into_iter().map(|found| &text[found.at]).collect()
    }

    #[test]
    fn passwords_in_addresses_are_found() {
        assert_eq!(found("https://u:p@h/x"), ["p"]);
        assert_eq!(found("jdbc:mysql://u:a@b:c/d@h:3306/db"), ["a@b:c/d"]);
        assert_eq!(found("https://ghp_0123456789abcdefghij@h/x"), ["ghp_0123456789abcdefghij"]);
        for path in ["/a@b", "/a:b@c", ":80/a@b", "?a:b@c"] {
            let address = format!("https://ghp_0123456789abcdefghij@h{path}");
            assert_eq!(found(&address), ["ghp_0123456789abcdefghij"], "{path}");
        }
        assert_eq!(
            found("https://ghp_0123456789abcdefghij@h:1x@y"),
            ["ghp_0123456789abcdefghij", "1x"],
            "either may be the secret"
        );
        assert_eq!(found("jdbc:oracle:thin:scott/tiger@//h:1/d"), ["tiger"]);
        assert_eq!(found("a=http://u:p@h, b=http://v:q@h"), ["p", "q"]);
        for text in
            ["http://h:80/a@b", "ssh://git@h/x", "http://h/a:b@c", "file:///a/b:c", "a@b", "http://h:80"]
        {
            assert_eq!(found(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn values_of_pairs_are_found_to_their_end() {
        assert_eq!(found("jdbc:sqlserver://h;user=u;password=p q;x=1"), ["p"]);
        assert_eq!(found("a?access_token=t&b=c"), ["t"]);
        assert_eq!(found("Authorization: Bearer abc.def, X: y"), ["Bearer abc.def"]);
        assert_eq!(found("--token abc --verbose"), ["abc"]);
        assert_eq!(found("--token --verbose"), Vec::<&str>::new());
        assert_eq!(found("the token is"), Vec::<&str>::new(), "prose is no option");
        assert_eq!(found("password='a \"b' x"), ["a \"b"]);
        assert_eq!(found("password='open"), ["open"]);
        assert_eq!(found("é_password=é"), ["é"]);
    }
}
