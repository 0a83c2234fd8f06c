package io.faultline.mutants.worker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Prints a results file, one line a record. Written from {@code docs/file-format.md} alone, as an independent reader.
 * Ignores a torn frame at the end; anything else malformed is an error.
 */
public final class ResultsReader {
    private static final List<String> OUTCOMES = List.of("passed", "failed", "aborted", "skipped");
    private static final List<String> VERDICTS =
            List.of("same", "passes", "fails", "type", "message", "trace", "aborts");
    private static final List<String> REASONS = List.of("", " fuel", " wall", " crashed", " exit", " memory", " stack");

    private final ByteBuffer bytes;
    private final List<String> records = new ArrayList<>();

    private ResultsReader(byte[] file) {
        bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    }

    public static List<String> read(Path file) {
        try {
            return read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static List<String> read(byte[] file) {
        ResultsReader reader = new ResultsReader(file);
        reader.header();
        while (reader.frame()) {}
        return reader.records;
    }

    private void header() {
        check(bytes.getLong() == 0x0a1a0a0d544c4689L, "magic");
        check(bytes.getShort() == Payload.MAJOR && bytes.getShort() == Payload.MINOR, "version");
        check(bytes.getInt() == crc(0, 12), "the header's checksum");
    }

    private boolean frame() {
        int start = bytes.position();
        if (bytes.remaining() < 16) {
            return false;
        }
        int kind = bytes.getShort();
        check(bytes.getShort() == 0, "reserved");
        int length = bytes.getInt();
        int payload = bytes.getInt();
        check(bytes.getInt() == crc(start, 12), "a frame's checksum");
        if (bytes.remaining() < length) {
            return false;
        }
        check(payload == crc(start + 16, length), "a payload's checksum");
        records.add(record(kind));
        check(bytes.position() == start + 16 + length, "the length of a record of kind " + kind);
        return true;
    }

    private String record(int kind) {
        switch (kind) {
            case 1:
                return "origin " + bytes.getLong() + " " + Long.toUnsignedString(bytes.getLong())
                        + (bytes.getInt() > 0 ? " pid " : " no pid ") + string();
            case 17:
                return mutatedClass();
            case 18:
                return test();
            case 19:
                return probe();
            case 20:
                return "verdict " + bytes.getInt() + " " + bytes.getInt() + ":" + bytes.getInt() + " "
                        + VERDICTS.get(bytes.get()) + REASONS.get(bytes.get());
            case 21:
                return "unusable " + bytes.getInt() + " " + string();
            case 22:
                return "drift " + bytes.getInt() + " " + bytes.getInt();
            case 23:
                return "stage " + bytes.getInt() + " " + bytes.getInt();
            default:
                throw new AssertionError("kind " + kind);
        }
    }

    private String mutatedClass() {
        StringBuilder line = new StringBuilder("class " + bytes.getInt() + " " + string() + " "
                + Long.toHexString(bytes.getLong()) + " v" + bytes.getInt());
        for (long i = bytes.getLong(); i > 0; i--) {
            line.append(' ').append(string()).append(string());
        }
        for (long i = bytes.getLong(); i > 0; i--) {
            line.append(" [").append(bytes.getInt());
            line.append(" m")
                    .append(bytes.getInt())
                    .append(" l")
                    .append(bytes.getInt())
                    .append(" i")
                    .append(bytes.getInt());
            line.append(" o")
                    .append(bytes.get())
                    .append(" a")
                    .append(bytes.get())
                    .append(' ')
                    .append(string())
                    .append(']');
        }
        return line.toString();
    }

    /** Checks the duration and omits it from the line. */
    private String test() {
        String names = "test " + bytes.getInt() + " " + string() + " " + string() + " " + string();
        String outcome = " " + OUTCOMES.get(bytes.get()) + " " + string();
        String hashes = " " + Long.toHexString(bytes.getLong()) + " " + Long.toHexString(bytes.getLong());
        String unstable = " unstable " + bytes.get();
        check(bytes.getLong() > 0, "a test's duration");
        return names + outcome + hashes + unstable + " fuel " + bytes.getLong();
    }

    private String probe() {
        StringBuilder line = new StringBuilder("probe " + bytes.getInt());
        for (long i = bytes.getLong(); i > 0; i--) {
            line.append(' ')
                    .append(bytes.getInt())
                    .append(" reached")
                    .append(words())
                    .append(" infected")
                    .append(words());
        }
        return line.toString();
    }

    private String words() {
        StringBuilder text = new StringBuilder();
        for (long i = bytes.getLong(); i > 0; i--) {
            text.append(' ').append(Long.toHexString(bytes.getLong()));
        }
        return text.toString();
    }

    private String string() {
        byte[] utf8 = new byte[(int) bytes.getLong()];
        bytes.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    private int crc(int from, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes.array(), from, length);
        return (int) crc.getValue();
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("damaged: " + what);
        }
    }
}
