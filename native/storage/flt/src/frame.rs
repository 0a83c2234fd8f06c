//! File header and frames: the outer layer of a file, independent of what records mean.
//!
//! A frame's header has its own checksum. Without it, a damaged length would look like a file that ends
//! early, and the rest of the file would be lost silently.

/// First bytes of every file, of any version. Tools that treat the file as text change the high bit, the line
/// ends or the control-Z, so such a file is refused at once.
pub(crate) const MAGIC: [u8; 8] = *b"\x89FLT\r\n\x1a\n";
/// A reader refuses files of a greater major version.
pub(crate) const MAJOR: u16 = 1;
/// The minor version that is written. A reader skips unknown record kinds in files of a greater one.
pub(crate) const MINOR: u16 = 9;
/// A reader refuses files of a smaller minor version.
pub(crate) const OLDEST_MINOR: u16 = 6;
/// Size of the file header, in bytes.
pub(crate) const FILE_HEADER: usize = 16;
/// Size of a frame header, in bytes.
pub(crate) const FRAME_HEADER: usize = 16;
/// Block size, in bytes, of the zeros that a machine crash leaves in place of data.
const SECTOR: usize = 512;

/// Appends the file header.
pub(crate) fn put_file_header(out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&MAGIC);
    out.extend_from_slice(&MAJOR.to_le_bytes());
    out.extend_from_slice(&MINOR.to_le_bytes());
    let check = crc32fast::hash(&out[start..]);
    out.extend_from_slice(&check.to_le_bytes());
}

/// Opens a frame: reserves its header and returns its start.
pub(crate) fn begin_frame(out: &mut Vec<u8>) -> usize {
    let start = out.len();
    out.extend_from_slice(&[0; FRAME_HEADER]);
    start
}

/// Closes the frame that starts at `start`: everything after its header is its payload.
/// Errors: a payload of 4 GiB or more.
pub(crate) fn end_frame(out: &mut [u8], start: usize, kind: u16) -> Result<(), PayloadTooLarge> {
    let (header, payload) = out[start..].split_at_mut(FRAME_HEADER);
    let length = u32::try_from(payload.len()).map_err(|_| PayloadTooLarge)?;
    header[0..2].copy_from_slice(&kind.to_le_bytes());
    header[4..8].copy_from_slice(&length.to_le_bytes());
    header[8..12].copy_from_slice(&crc32fast::hash(payload).to_le_bytes());
    let check = crc32fast::hash(&header[..12]);
    header[12..16].copy_from_slice(&check.to_le_bytes());
    Ok(())
}

/// A payload whose length does not fit its field.
#[derive(Debug)]
pub(crate) struct PayloadTooLarge;

/// The result of checking a file header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Header {
    /// A readable version; its minor version.
    Ours(u16),
    /// Too short to decide; the bytes may be the start of a header.
    Torn,
    /// Another file format.
    Foreign,
    /// A greater major version; major and minor version.
    Newer(u16, u16),
    /// A minor version that is no longer read.
    Older(u16),
    /// The signature is right, but the checksum is wrong.
    Damaged,
}

/// Reads the file header.
pub(crate) fn file_header(bytes: &[u8]) -> Header {
    let Some(header) = bytes.get(..FILE_HEADER) else {
        let start = bytes.len().min(MAGIC.len());
        return if bytes[..start] == MAGIC[..start] || bytes.iter().all(|&b| b == 0) {
            Header::Torn
        } else {
            Header::Foreign
        };
    };
    if header[..8] != MAGIC {
        return if bytes.iter().all(|&b| b == 0) { Header::Torn } else { Header::Foreign };
    }
    if u32_at(header, 12) != crc32fast::hash(&header[..12]) {
        return Header::Damaged;
    }
    match (u16_at(header, 8), u16_at(header, 10)) {
        (MAJOR, minor) if minor < OLDEST_MINOR => Header::Older(minor),
        (MAJOR, minor) => Header::Ours(minor),
        (major, minor) if major > MAJOR => Header::Newer(major, minor),
        // No version below 1 was released.
        _ => Header::Damaged,
    }
}

/// A frame whose checksums hold.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    pub offset: usize,
    pub kind: u16,
    /// Checksum of the payload.
    pub checksum: u32,
    pub payload: &'a [u8],
}

/// The header of a frame whose checksum holds.
pub(crate) struct FrameHeader {
    pub kind: u16,
    /// Length of the payload, in bytes.
    pub length: u32,
    /// Checksum of the payload.
    pub checksum: u32,
}

impl FrameHeader {
    /// Parses a header. Errors: what is wrong with it.
    pub(crate) fn of(header: &[u8; FRAME_HEADER]) -> Result<Self, &'static str> {
        if u32_at(header, 12) != crc32fast::hash(&header[..12]) {
            return Err("the checksum of its header is wrong");
        }
        if u16_at(header, 2) != 0 {
            return Err("a reserved field is not zero");
        }
        Ok(Self { kind: u16_at(header, 0), length: u32_at(header, 4), checksum: u32_at(header, 8) })
    }

    /// Whether the payload matches its checksum.
    pub(crate) fn holds(&self, payload: &[u8]) -> bool {
        self.checksum == crc32fast::hash(payload)
    }
}

/// Why there is no further frame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The file ends here, after a complete frame.
    End,
    /// The file ends inside the frame that starts here.
    Torn(usize),
    /// There are only zeros from here on, or from within the frame that starts here.
    Zeros(usize),
    /// The frame that starts here is damaged.
    Corrupt(usize, &'static str),
}

/// Iterates over the frames of a file.
#[derive(Debug)]
pub(crate) struct Frames<'a> {
    /// Bytes of the file, from `base` on.
    bytes: &'a [u8],
    base: usize,
    at: usize,
    /// Start of the zeros at the end of the file.
    zeros: usize,
    /// Length of the whole file.
    length: usize,
}

impl<'a> Frames<'a> {
    /// The frames after the file header.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let zeros = bytes.iter().rposition(|&b| b != 0).map_or(0, |last| last + 1);
        Self::within(bytes, 0, FILE_HEADER.min(bytes.len()), (zeros, bytes.len()))
    }

    /// The frames from `at` on in a part of a file that starts at `base`; a frame that exceeds the part is
    /// torn. All positions refer to the file, as do `zeros`, the start of its trailing zeros, and `length`.
    pub(crate) fn within(bytes: &'a [u8], base: usize, at: usize, (zeros, length): (usize, usize)) -> Self {
        Self { bytes, base, at, zeros, length }
    }

    /// Start of the next frame.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The next frame, or the reason why there is none.
    pub(crate) fn next(&mut self) -> Result<Frame<'a>, Stop> {
        let (offset, rest) = (self.at, &self.bytes[self.at - self.base..]);
        if rest.is_empty() {
            return Err(Stop::End);
        }
        if self.zeros <= offset {
            return Err(Stop::Zeros(offset));
        }
        let Some((header, body)) = rest.split_first_chunk() else {
            return Err(Stop::Torn(offset));
        };
        let header =
            FrameHeader::of(header).map_err(|what| self.damage(offset, offset + FRAME_HEADER, what))?;
        let Some(payload) = body.get(..header.length as usize) else {
            return Err(Stop::Torn(offset));
        };
        let end = offset + FRAME_HEADER + payload.len();
        if !header.holds(payload) {
            return Err(self.damage(offset, end, "its checksum is wrong"));
        }
        self.at = end;
        Ok(Frame { offset, kind: header.kind, checksum: header.checksum, payload })
    }

    /// A machine crash leaves whole sectors of zeros in place of data: a damaged frame that extends into such
    /// zeros is torn, not corrupt.
    fn damage(&self, offset: usize, end: usize, what: &'static str) -> Stop {
        if self.zeros < end && self.zeros.next_multiple_of(SECTOR) < self.length {
            Stop::Zeros(offset)
        } else {
            Stop::Corrupt(offset, what)
        }
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// The little-endian `u32` at a position. Panics: past the end.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(payloads: &[&[u8]]) -> Vec<u8> {
        let mut out = Vec::new();
        put_file_header(&mut out);
        for payload in payloads {
            let start = begin_frame(&mut out);
            out.extend_from_slice(payload);
            end_frame(&mut out, start, 7).unwrap();
        }
        out
    }

    #[test]
    fn frames_come_back_in_order_and_end() {
        let bytes = file(&[b"one", b"", b"three"]);
        let mut frames = Frames::new(&bytes);
        let frame =
            |offset, payload| Ok(Frame { offset, kind: 7, checksum: crc32fast::hash(payload), payload });
        assert_eq!(frames.next(), frame(16, b"one"));
        assert_eq!(frames.next(), frame(35, b""));
        assert_eq!(frames.next(), frame(51, b"three"));
        assert_eq!(frames.next(), Err(Stop::End));
    }

    #[test]
    fn every_truncation_is_torn_and_never_corrupt() {
        let bytes = file(&[b"one", b"three"]);
        for cut in 36..bytes.len() {
            let mut frames = Frames::new(&bytes[..cut]);
            assert!(frames.next().is_ok());
            // A cut right after zero bytes of the header is indistinguishable from unwritten space.
            assert!(matches!(frames.next(), Err(Stop::Torn(35) | Stop::Zeros(35))), "cut at {cut}");
        }
    }

    #[test]
    fn every_flipped_bit_of_a_frame_is_corrupt_even_in_its_length() {
        let bytes = file(&[b"one", b"three"]);
        for bit in 16 * 8..35 * 8 {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(matches!(Frames::new(&damaged).next(), Err(Stop::Corrupt(16, _))), "bit {bit}");
        }
    }

    #[test]
    fn zeros_after_the_last_frame_are_told_from_damage() {
        let mut bytes = file(&[b"one"]);
        bytes.resize(bytes.len() + 9, 0);
        let mut frames = Frames::new(&bytes);
        assert!(frames.next().is_ok());
        assert_eq!(frames.next(), Err(Stop::Zeros(35)));
    }

    #[test]
    fn a_frame_whose_last_sectors_were_never_written_is_torn() {
        let mut bytes = file(&[b"one", &[0xff; 2000]]);
        bytes[1024..].fill(0);
        let mut frames = Frames::new(&bytes);
        assert!(frames.next().is_ok());
        assert_eq!(frames.next(), Err(Stop::Zeros(35)));
    }

    #[test]
    fn headers_of_other_files_and_versions_are_told_apart() {
        let ours = file(&[]);
        assert_eq!(file_header(&ours), Header::Ours(MINOR));
        assert_eq!(file_header(&ours[..9]), Header::Torn);
        assert_eq!(file_header(b""), Header::Torn);
        assert_eq!(file_header(b"PK\x03\x04"), Header::Foreign);
        assert_eq!(file_header(b"a text file, longer than a header"), Header::Foreign);
        let mut newer = ours.clone();
        newer[8] = 2;
        assert_eq!(file_header(&newer), Header::Damaged);
        let check = crc32fast::hash(&newer[..12]);
        newer[12..16].copy_from_slice(&check.to_le_bytes());
        assert_eq!(file_header(&newer), Header::Newer(2, MINOR));
        let mut older = ours;
        older[10] = 5;
        let check = crc32fast::hash(&older[..12]);
        older[12..16].copy_from_slice(&check.to_le_bytes());
        assert_eq!(file_header(&older), Header::Older(5));
    }
}
