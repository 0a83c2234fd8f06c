//! The web pages that a repository's host shows of its files.

use std::fmt;

/// A host's way to write the address of a line of a file at a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    GitHub,
    GitLab,
    Bitbucket,
    /// Codeberg, and other hosts with Forgejo or Gitea.
    Forgejo,
}

/// Words in names of hosts, and what these hosts run. Bitbucket's own servers write other addresses than its cloud.
const HOSTS: [(&str, Host); 6] = [
    ("github", Host::GitHub),
    ("gitlab", Host::GitLab),
    ("bitbucket.org", Host::Bitbucket),
    ("codeberg", Host::Forgejo),
    ("forgejo", Host::Forgejo),
    ("gitea", Host::Forgejo),
];

/// The web pages of a repository at one commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebPages {
    host: Host,
    /// `https://github.com/owner/name`, without a name of a user and without a password.
    repository: String,
    /// The commit, in hexadecimal digits.
    commit: String,
}

/// Why the web pages of a remote are unknown. It never contains the remote's whole address, which may have a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownPages {
    /// The address names no host and repository, such as a path of a folder.
    NoHost,
    /// What the host runs is unknown.
    Host(String),
}

impl fmt::Display for UnknownPages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoHost => f.write_str("its remote `origin` is not a repository on a host with web pages"),
            Self::Host(host) => {
                write!(
                    f,
                    "the web pages of {host} are not known as those of GitHub, GitLab, Bitbucket or Codeberg"
                )
            }
        }
    }
}

impl std::error::Error for UnknownPages {}

impl WebPages {
    /// The pages of the repository that a remote's address names. Errors: [`UnknownPages`].
    pub fn of_remote(remote: &str, commit: &str) -> Result<Self, UnknownPages> {
        let (host, path) = host_and_path(remote).ok_or(UnknownPages::NoHost)?;
        let kind = HOSTS.iter().find(|(word, _)| host.contains(word)).map(|(_, kind)| *kind);
        let Some(kind) = kind else { return Err(UnknownPages::Host(host)) };
        let is_commit = !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_commit {
            return Err(UnknownPages::NoHost);
        }
        Ok(Self { host: kind, repository: format!("https://{host}/{path}"), commit: commit.to_owned() })
    }

    /// The address of a line of a file. `path` is relative to the repository's root and encoded for addresses.
    pub fn line(&self, path: &str, line: u32) -> String {
        let Self { repository, commit, .. } = self;
        match self.host {
            Host::GitHub => format!("{repository}/blob/{commit}/{path}#L{line}"),
            Host::GitLab => format!("{repository}/-/blob/{commit}/{path}#L{line}"),
            Host::Bitbucket => format!("{repository}/src/{commit}/{path}#lines-{line}"),
            Host::Forgejo => format!("{repository}/src/commit/{commit}/{path}#L{line}"),
        }
    }
}

/// The host, in lower case, and the repository's path of an address: `https://user:secret@host:port/path.git`,
/// `ssh://git@host/path`, `git@host:path`. The host has the port of a web address.
fn host_and_path(remote: &str) -> Option<(String, String)> {
    let remote = remote.trim();
    let is_web = remote.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    let (authority, path) = match remote.split_once("://") {
        Some((scheme, rest)) => {
            let known = ["https", "http", "ssh", "git", "git+ssh"];
            if !known.contains(&scheme.to_ascii_lowercase().as_str()) {
                return None;
            }
            rest.split_once('/')?
        }
        // A path of Windows has one letter before the colon.
        None => {
            remote.split_once(':').filter(|(authority, _)| authority.len() > 1 && !authority.contains('/'))?
        }
    };
    let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let host = web_host(&host.to_ascii_lowercase())?;
    let is_host = host.contains('.')
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte))
        && host.starts_with(|c: char| c.is_ascii_alphanumeric());
    let path = path.split(['?', '#']).next()?.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    let is_name = |part: &str| {
        let is_plain = part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
        is_plain && !part.is_empty() && part.bytes().any(|byte| byte != b'.')
    };
    let is_path = path.contains('/') && path.split('/').all(is_name);
    // The port of a web address is that of its pages; the one of SSH says nothing about them.
    let port =
        port.filter(|port| is_web && !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    let host = port.map_or(host.clone(), |port| format!("{host}:{port}"));
    (is_host && is_path).then(|| (host, path.to_owned()))
}

/// The host of the web pages; `None` for an alias that only the SSH configuration of this machine knows.
fn web_host(host: &str) -> Option<String> {
    let aliased = ["github.com-", "gitlab.com-", "bitbucket.org-"];
    match host {
        "ssh.github.com" => Some("github.com".to_owned()),
        "altssh.gitlab.com" => Some("gitlab.com".to_owned()),
        "altssh.bitbucket.org" => Some("bitbucket.org".to_owned()),
        _ if aliased.iter().any(|alias| host.starts_with(alias)) => None,
        _ => Some(host.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";

    fn line(remote: &str) -> Result<String, UnknownPages> {
        Ok(WebPages::of_remote(remote, COMMIT)?.line("src/A.java", 7))
    }

    #[test]
    fn a_line_has_the_address_of_its_host() {
        let table = [
            ("https://github.com/o/r.git", "https://github.com/o/r/blob/C/src/A.java#L7"),
            ("git@github.com:o/r.git", "https://github.com/o/r/blob/C/src/A.java#L7"),
            ("ssh://git@GitHub.com:22/o/r", "https://github.com/o/r/blob/C/src/A.java#L7"),
            ("git://github.com/o/r.git/", "https://github.com/o/r/blob/C/src/A.java#L7"),
            ("https://gitlab.com/g/s/r.git", "https://gitlab.com/g/s/r/-/blob/C/src/A.java#L7"),
            ("git@gitlab.example.org:g/r.git", "https://gitlab.example.org/g/r/-/blob/C/src/A.java#L7"),
            ("https://u@bitbucket.org/o/r.git", "https://bitbucket.org/o/r/src/C/src/A.java#lines-7"),
            (
                "https://gitlab.example.org:8443/g/r.git",
                "https://gitlab.example.org:8443/g/r/-/blob/C/src/A.java#L7",
            ),
            ("ssh://git@ssh.github.com:443/o/r.git", "https://github.com/o/r/blob/C/src/A.java#L7"),
            ("https://codeberg.org/o/r", "https://codeberg.org/o/r/src/commit/C/src/A.java#L7"),
        ];
        for (remote, address) in table {
            assert_eq!(line(remote), Ok(address.replace('C', COMMIT)), "{remote}");
        }
    }

    #[test]
    fn names_and_passwords_of_a_remote_are_in_no_address_and_in_no_error() {
        for host in ["github.com", "gitlab.example.org", "git.example.org"] {
            for remote in [format!("https://me:s3cret@{host}/o/r.git"), format!("https://s3cret@{host}/o/r")]
            {
                let shown = match line(&remote) {
                    Ok(address) => address,
                    Err(error) => error.to_string(),
                };
                assert!(!shown.contains("s3cret") && !shown.contains("me:"), "{shown}");
                assert!(shown.contains(host), "{shown}");
            }
        }
        // An @ in a password, and a query.
        assert!(!format!("{:?}", line("https://me:s3@cret@github.com/o/r?token=s3cret")).contains("cret"));
        let odd = line("https://me:s3/cret@github.com/o/r");
        assert!(!format!("{odd:?}").contains("cret"), "{odd:?}");
    }

    #[test]
    fn servers_of_bitbucket_are_not_its_cloud() {
        let own = line("https://bitbucket.example.org/scm/p/r.git");
        assert_eq!(own, Err(UnknownPages::Host("bitbucket.example.org".to_owned())));
    }

    #[test]
    fn remotes_that_are_no_repository_on_a_host_are_refused() {
        let remotes = [
            "",
            "/srv/git/r.git",
            "C:\\git\\r",
            "file:///srv/git/o/r.git",
            "javascript://github.com/o/r",
            "https://github.com/r.git",
            "https://github.com/o/../../r",
            "https://github.com/o/r\"onclick=x",
            "https://github.com\u{202e}/o/r",
            "https://githubcom/o/r",
            "git@github.com-work:o/r.git",
            "git@github.com:o/<b>",
            "ext::sh -c touch% /tmp/x",
        ];
        for remote in remotes {
            assert_eq!(line(remote), Err(UnknownPages::NoHost), "{remote}");
        }
        assert_eq!(WebPages::of_remote("https://github.com/o/r", "main/../x"), Err(UnknownPages::NoHost));
    }
}
