//! Load commands of a Mach-O file.

use object::Error;
use object::macho::LC_CODE_SIGNATURE;
use object::read::macho::LoadCommandVariant;

use super::signature::Signature;

/// The oldest supported macOS; `None` if it is not stated.
pub fn oldest(file: &object::File<'_>) -> Result<Option<(u16, u8)>, Error> {
    let object::File::MachO64(macho) = file else { return Ok(None) };
    let endian = macho.endian();
    for command in macho.macho_load_commands()? {
        let version = match command?.variant()? {
            LoadCommandVariant::BuildVersion(build, _) => build.minos.get(endian),
            LoadCommandVariant::VersionMin(least) => least.version.get(endian),
            _ => continue,
        };
        return Ok(Some((version.major(), version.minor())));
    }
    Ok(None)
}

/// The signature of a file; `None` without one.
pub fn signature(file: &object::File<'_>, bytes: &[u8]) -> Result<Option<Signature>, Error> {
    let object::File::MachO64(macho) = file else { return Ok(None) };
    let endian = macho.endian();
    for command in macho.macho_load_commands()? {
        let command = command?;
        if let LoadCommandVariant::LinkeditData(place) = command.variant()?
            && command.cmd() == LC_CODE_SIGNATURE
        {
            let start = place.dataoff.get(endian) as usize;
            return Ok(Some(Signature::of(bytes, start)));
        }
    }
    Ok(None)
}
