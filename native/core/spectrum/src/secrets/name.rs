//! Recognises names of secrets.

/// Substrings that occur only in names of secrets.
const ANYWHERE: [&str; 10] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "secret",
    "credential",
    "apikey",
    "privatekey",
    "accesskey",
    "authorization",
];
/// Words that make a name the name of a secret.
const WORDS: [&str; 8] = ["token", "tokens", "pwd", "pat", "creds", "oauth", "bearer", "jwt"];
/// Words that do so as the last word of a name.
const AT_THE_END: [&str; 4] = ["key", "keys", "auth", "pass"];
/// Words before `key` that make it a key of another kind.
const OTHER_KEYS: [&str; 12] = [
    "sort",
    "primary",
    "foreign",
    "cache",
    "partition",
    "row",
    "public",
    "order",
    "group",
    "map",
    "message",
    "routing",
];
/// Words that describe an attribute of a key or token, such as its location or lifetime.
const ABOUT: [&str; 10] =
    ["file", "path", "type", "length", "size", "expiry", "ttl", "timeout", "enabled", "algorithm"];

/// Whether the value of a property or option of that name is probably a secret.
pub fn is_secret(name: &str) -> bool {
    let words = words(name);
    let Some((last, before)) = words.split_last() else { return false };
    if !before.is_empty() && ABOUT.contains(&&**last) {
        return false;
    }
    let squeezed = words.concat();
    let ends = |word: &String| word.ends_with("token") || word.ends_with("pwd") || WORDS.contains(&&**word);
    let is_other = || before.last().is_some_and(|word| OTHER_KEYS.contains(&&**word));
    ANYWHERE.iter().any(|part| squeezed.contains(part))
        || words.iter().any(ends)
        || AT_THE_END.contains(&&**last) && !is_other()
}

/// The lower-case words of a name: `my`, `api`, `key` for `my.apiKey`; the prefix `-D` is ignored.
fn words(name: &str) -> Vec<String> {
    let name = name.strip_prefix("-D").unwrap_or(name);
    let (mut words, mut word, mut was_small) = (Vec::new(), String::new(), false);
    for c in name.chars() {
        let is_new = !c.is_alphanumeric() || c.is_uppercase() && was_small;
        if is_new && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        was_small = c.is_lowercase() || c.is_numeric();
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_from_others() {
        for name in [
            "my.password",
            "PASSWORD",
            "dbPassword",
            "javax.net.ssl.keyStorePassword",
            "db_passwd",
            "user.pwd",
            "userpwd",
            "client.secret",
            "aws.secretAccessKey",
            "token",
            "github_token",
            "authToken",
            "accesstoken",
            "api.key",
            "apikey",
            "apiKey",
            "privateKey",
            "key",
            "-Dkey",
            "credentials",
            "http.authorization",
            "auth",
            "basicAuth",
            "passphrase",
            "github.pat",
            "db.pass",
            "oauth.client",
            "encryption-key",
        ] {
            assert!(is_secret(name), "{name}");
        }
        for name in [
            "keyboard",
            "keystore.type",
            "javax.net.ssl.keyStore",
            "author",
            "authentication.mode",
            "path",
            "pattern",
            "tokenizer.model",
            "passed",
            "monkey",
            "sort.key",
            "primaryKey",
            "compass",
            "file.encoding",
            "",
            ".",
            "token.expiry",
            "private.key.file",
            "bypass",
            "passes.count",
        ] {
            assert!(!is_secret(name), "{name}");
        }
    }
}
