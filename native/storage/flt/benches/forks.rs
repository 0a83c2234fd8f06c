//! Benchmark of many JVMs that load the same classes: the size of their files, and the time a JVM spends on
//! the files of the others: `cargo bench --locked -p faultline-flt --bench forks -- 500 20000`.

use std::path::Path;
use std::time::Instant;
use std::{fs, io};

use faultline_flt::{Folders, Key, Keys, Writer};
use faultline_spectrum::{
    ClassDetails, ClassFile, InitialiserPolicy, Origin, RecordedClass, RecordedDetails, RecordedMethod,
    Recording, Spectrum,
};

/// References written in one record, as in the recorder.
const TOGETHER: usize = 16;

fn class(id: u32) -> (RecordedClass, RecordedDetails) {
    let method = |m| RecordedMethod {
        name: format!("method{}", id * 31 + m),
        descriptor: format!("(ILorg/example/p{}/Class{};)V", id / 30, id / 7),
    };
    let class = RecordedClass::new(
        id,
        ClassFile {
            name: format!("org.example.p{}.Class{id}", id / 30),
            source_file: Some(format!("Class{id}.java")),
            hash: u64::from(id) + 1,
            location: "/example/target/classes/".to_owned(),
            methods: (0..10).map(method).collect(),
            slots: (0..76).map(|slot| (slot / 8, 10 + 2 * slot)).collect(),
        },
    );
    let owners = vec![format!("org.example.p{}.Class{}", id / 30, id / 2)];
    let superclass = Some(format!("org.example.p{}.Base", id / 30));
    (class, RecordedDetails::new(id, ClassDetails { superclass, owners, uses: vec![(3, 0)], debug: None }))
}

fn record(path: &Path, classes: &[(Key, RecordedClass, RecordedDetails)], alone: bool) -> io::Result<f64> {
    let nonce = path.file_stem().and_then(|fork| fork.to_str()?.parse().ok()).unwrap_or_default();
    let mut writer = Writer::create(path, &Origin { nonce, ..Origin::default() })?;
    let begin = Instant::now();
    let mut keys = Keys::beside(path);
    let looked = begin.elapsed().as_secs_f64() * 1e3;
    let mut referred = Vec::new();
    for (key, class, details) in classes {
        if alone {
            writer.class(class)?;
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
    writer.references(&referred)?;
    Ok(looked)
}

/// Peak memory of this process, MB; 0 if the system does not report it.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    most.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() / 1_000
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
    let before = resident();
    let read = (0..forks).map(|fork| Ok(folders.read(&path(fork))?.0));
    let read: Vec<Recording> = read.collect::<Result<_, Box<dyn std::error::Error>>>()?;
    println!(
        "they are read in {:.2} s and {} MB: {} classes",
        begin.elapsed().as_secs_f64(),
        resident() - before,
        read.iter().map(|recording| recording.classes.len()).sum::<usize>()
    );
    let (begin, before) = (Instant::now(), resident());
    let spectrum = Spectrum::merge(&read, InitialiserPolicy::All)?;
    println!(
        "and merged in {:.2} s and {} MB: {} classes, {} lines",
        begin.elapsed().as_secs_f64(),
        resident() - before,
        spectrum.classes.len(),
        spectrum.elements.len()
    );
    Ok(())
}
