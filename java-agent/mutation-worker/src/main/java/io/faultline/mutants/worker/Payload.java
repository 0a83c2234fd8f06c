package io.faultline.mutants.worker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * A record under construction: a frame whose payload grows field by field, encoded as in {@code docs/file-format.md}.
 *
 * <p>The buffer is reused: writing a verdict allocates nothing, which matters when memory has run out.
 */
final class Payload {
    /** The version of the format, which is that of the program's own writer. */
    static final int MAJOR = 1;

    static final int MINOR = 9;
    private static final int HEADER = 16;

    private final CRC32 crc = new CRC32();
    private byte[] bytes = new byte[1 << 16];
    private int end;
    private int start;

    /** Writes the file header, which precedes the first frame. */
    Payload fileHeader() {
        byte[] magic = {(byte) 0x89, 'F', 'L', 'T', 0x0d, 0x0a, 0x1a, 0x0a};
        start = 0;
        end = 0;
        for (byte next : magic) {
            u8(next);
        }
        u8(MAJOR).u8(0).u8(MINOR).u8(0);
        return u32(crc(0, end));
    }

    /** Starts a frame after the current content. */
    Payload frame(int kind) {
        start = end;
        return u8(kind).u8(kind >> 8).u8(0).u8(0).u32(0).u32(0).u32(0);
    }

    /** Empties the buffer. */
    Payload clear() {
        start = 0;
        end = 0;
        return this;
    }

    /** Completes the frame by filling in its header. */
    Payload close() {
        int after = end;
        int payload = start + HEADER;
        end = start + 4;
        u32(after - payload);
        u32(crc(payload, after));
        u32(crc(start, start + 12));
        end = after;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return end;
    }

    Payload u8(int value) {
        room(1);
        bytes[end++] = (byte) value;
        return this;
    }

    Payload u32(int value) {
        room(4);
        for (int shift = 0; shift < 32; shift += 8) {
            bytes[end++] = (byte) (value >> shift);
        }
        return this;
    }

    Payload u64(long value) {
        room(8);
        for (int shift = 0; shift < 64; shift += 8) {
            bytes[end++] = (byte) (value >> shift);
        }
        return this;
    }

    Payload string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        u64(utf8.length);
        room(utf8.length);
        System.arraycopy(utf8, 0, bytes, end, utf8.length);
        end += utf8.length;
        return this;
    }

    Payload words(long[] words) {
        u64(words.length);
        for (long word : words) {
            u64(word);
        }
        return this;
    }

    private int crc(int from, int to) {
        crc.reset();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    private void room(int more) {
        if (end + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, end + more));
        }
    }
}
