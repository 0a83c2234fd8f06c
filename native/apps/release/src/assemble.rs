//! Builds one archive per platform: `faultline-VERSION-PLATFORM.tar.gz` (`.zip` for Windows), ready to unpack
//! and run.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use faultline_messages::failure::Failure;
use faultline_messages::words::printable;

use crate::archive::{self, Entry};
use crate::{bill, checksums, crates, licences};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The packages of the program, and of the cores in the jars.
const OURS: [&str; 2] = ["faultline-cli", "faultline-agent-core"];

/// What is asked of `assemble`.
#[derive(Args, Debug)]
pub struct Request {
    /// The workspace, with its LICENSE and Cargo.lock
    #[arg(long, default_value = ".")]
    workspace: PathBuf,
    /// A folder with the jars, as `make dist` lays them out in lib
    #[arg(long)]
    dist: PathBuf,
    /// A folder with manual pages (man) and completions (completions/faultline.bash, _faultline, faultline.fish)
    #[arg(long)]
    manual: PathBuf,
    /// A folder with a program in each platform's folder
    #[arg(long)]
    programs: PathBuf,
    /// Platforms and their targets of rustc, as `linux-x86_64=x86_64-unknown-linux-gnu`
    #[arg(required = true)]
    platforms: Vec<String>,
    /// Time of all files, in seconds since 1970
    #[arg(long)]
    epoch: u32,
    /// Where the archives go
    #[arg(long)]
    out: PathBuf,
}

/// Writes the archives, and the checksums of all files in their folder.
///
/// # Errors
///
/// A required file is missing, or a crate's licence is unknown.
pub fn assemble(request: &Request) -> Result<(), Failure> {
    fs::create_dir_all(&request.out)
        .map_err(|error| Failure::failed(format!("{}: {error}", request.out.display())))?;
    let common = common(request)?;
    for asked in &request.platforms {
        let (platform, target) = asked.split_once('=').ok_or_else(|| {
            Failure::misuse(format!(
                "{asked} is not PLATFORM=TARGET, as linux-x86_64=x86_64-unknown-linux-gnu"
            ))
        })?;
        let file = of_platform(request, platform, target, common.clone())?;
        println!("{}", printable(&file.display().to_string()));
    }
    checksums::write(&request.out)
}

fn of_platform(
    request: &Request,
    platform: &str,
    target: &str,
    mut entries: Vec<Entry>,
) -> Result<PathBuf, Failure> {
    let windows = platform.starts_with("windows-");
    let program = if windows { "faultline.exe" } else { "faultline" };
    let name = format!("faultline-{VERSION}-{platform}");
    entries.push(Entry {
        path: format!("bin/{program}"),
        content: read(&request.programs.join(platform).join(program))?,
        executable: true,
    });
    let crates = crates::of(&request.workspace, &OURS, target)?;
    let asm = asm_of(&request.workspace)?;
    let bundled = ["asm", "asm-tree", "asm-analysis"].map(|name| bill::Bundled {
        group: "org.ow2.asm",
        name,
        version: &asm,
        licence: "BSD-3-Clause",
    });
    entries.push(Entry::text("faultline.cdx.json", bill::of(VERSION, &crates, &bundled, request.epoch)?));
    entries.push(Entry::text("THIRD-PARTY-LICENSES.txt", licences::of(&crates)?));
    for entry in &mut entries {
        entry.path = format!("{name}/{}", entry.path);
    }
    let file = request.out.join(format!("{name}.{}", if windows { "zip" } else { "tar.gz" }));
    archive::write(&file, entries, request.epoch)?;
    Ok(file)
}

/// The files that the archives of all platforms have in common.
fn common(request: &Request) -> Result<Vec<Entry>, Failure> {
    let mut entries = Vec::new();
    for name in ["LICENSE", "CHANGELOG.md"] {
        entries.push(Entry::text(name, read(&request.workspace.join(name))?));
    }
    entries.push(Entry::text("README.md", read(&request.workspace.join("release/README-archive.md"))?));
    folder(&request.dist.join("lib"), "lib", &mut entries)?;
    folder(&request.manual.join("man"), "share/man/man1", &mut entries)?;
    for (name, place) in [
        ("faultline.bash", "share/bash-completion/completions/faultline"),
        ("_faultline", "share/zsh/site-functions/_faultline"),
        ("faultline.fish", "share/fish/vendor_completions.d/faultline.fish"),
        ("faultline.ps1", "share/powershell/faultline.ps1"),
    ] {
        entries.push(Entry::text(place, read(&request.manual.join("completions").join(name))?));
    }
    Ok(entries)
}

fn folder(from: &Path, to: &str, entries: &mut Vec<Entry>) -> Result<(), Failure> {
    let mut files = Vec::new();
    checksums::below(from, &mut files)
        .map_err(|error| Failure::failed(format!("{}: {error}", from.display())))?;
    if files.is_empty() {
        return Err(Failure::failed(format!("{} is empty; `make release` fills it", from.display())));
    }
    for file in files {
        let name = checksums::relative(from, &file).unwrap_or_default();
        entries.push(Entry::text(format!("{to}/{name}"), read(&file)?));
    }
    Ok(())
}

/// The version of ASM in the jars, read from the agents' parent POM.
fn asm_of(workspace: &Path) -> Result<String, Failure> {
    let file = workspace.join("java-agent/pom.xml");
    let text = String::from_utf8_lossy(&read(&file)?).into_owned();
    let version = text.split_once("<asm.version>").and_then(|(_, rest)| rest.split_once("</asm.version>"));
    let (version, _) =
        version.ok_or_else(|| Failure::failed(format!("{} names no asm.version", file.display())))?;
    Ok(version.to_owned())
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| {
        Failure::failed(format!("{}: {error}; `make release` builds what an archive holds", file.display()))
    })
}
