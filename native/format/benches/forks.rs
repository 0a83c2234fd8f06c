//! What the files of many JVMs take that load the same classes, and what a JVM spends on those of the others:
//! `cargo bench -p faultline-format --bench forks -- 500 20000`.

use std::path::Path;
use std::time::Instant;
use std::{fs, io};

use faultline_format::{Folders, Key, Keys, Writer};
use faultline_spectrum::{Origin, RecordedClass, RecordedDetails, RecordedMethod};

/// References that are written together, as the recorder does.
const TOGETHER: usize = 16;

fn class(id: u32) -> (RecordedClass, RecordedDetails) {
    let method = |m| RecordedMethod {
        name: format!("method{}", id * 31 + m),
        descriptor: format!("(ILorg/example/p{}/Class{};)V", id / 30, id / 7),
    };
    let class = RecordedClass {
        id,
        name: format!("org.example.p{}.Class{id}", id / 30),
        source_file: Some(format!("Class{id}.java")),
        hash: u64::from(id) + 1,
        location: "/example/target/classes/".to_owned(),
        methods: (0..10).map(method).collect(),
        slots: (0..76).map(|slot| (slot / 8, 10 + 2 * slot)).collect(),
    };
    let owners = vec![format!("org.example.p{}.Class{}", id / 30, id / 2)];
    let superclass = Some(format!("org.example.p{}.Base", id / 30));
    (class, RecordedDetails { class: id, superclass, owners, uses: vec![(3, 0)], debug: None })
}

fn record(path: &Path, classes: &[(Key, RecordedClass, RecordedDetails)], alone: bool) -> io::Result<f64> {
    let mut writer = Writer::create(path, &Origin::default())?;
    let begin = Instant::now();
    let mut keys = Keys::beside(path);
    let looked = begin.elapsed().as_secs_f64() * 1e3;
    let mut referred = Vec::new();
    for (key, class, details) in classes {
        if alone {
            writer.recorded_class(class)?;
            writer.details(details)?;
        } else if keys.take(*key) {
            referred.push((class.id, *key));
        } else {
            writer.described_class(*key, class, details)?;
        }
        if referred.len() == TOGETHER {
            writer.references(&referred)?;
            referred.clear();
        }
    }
    Ok(looked)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[forks, count] = &numbers[..] else { return Ok(()) };
    let classes: Vec<_> =
        (0..count).map(class).map(|(class, of_it)| (Key::of(&class, &of_it), class, of_it)).collect();
    let folder = tempfile::tempdir()?;
    let path = |fork: u32| folder.path().join(format!("{fork:04}.flt"));
    let bytes = |fork| fs::metadata(path(fork)).map(|file| file.len());
    record(&path(9999), &classes, true)?;
    let alone = bytes(9999)?;
    fs::remove_file(path(9999))?;
    let (mut total, mut looked) = (0, 0.0);
    for fork in 0..forks {
        looked = record(&path(fork), &classes, false)?;
        total += bytes(fork)?;
    }
    println!(
        "{forks} JVMs, {count} classes: {} bytes without references, {total} with",
        alone * u64::from(forks)
    );
    println!("the first file {} (without references {alone}), the second {}", bytes(0)?, bytes(1)?);
    println!("the last JVM looked for {looked:.1} ms at what the others have");
    let begin = Instant::now();
    let mut folders = Folders::default();
    let read = (0..forks.min(50)).map(|fork| Ok(folders.read(&path(fork))?.0.classes.len()));
    let read: usize = read.sum::<Result<_, Box<dyn std::error::Error>>>()?;
    println!(
        "{} files of them are read in {:.0} ms: {read} classes",
        forks.min(50),
        begin.elapsed().as_secs_f64() * 1e3
    );
    Ok(())
}
