package io.faultline.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes the texts of a file's compact records, a single sequence with copies of earlier parts: docs/file-format.md.
 */
final class RecordedTexts {
    private byte[] sequence = new byte[1 << 16];
    private int length;

    /** Start of the record's next text. */
    private int at;

    /** Decodes the texts of a record. */
    void unpack(ByteBuffer payload) {
        int before = payload.get() & 0xFF;
        if (before != (length & 0xFF)) {
            throw new AssertionError("a record is missing: " + before + " is not the end of " + length);
        }
        at = length;
        int end = length + Numbers.unsigned(payload);
        sequence = end > sequence.length ? Arrays.copyOf(sequence, 2 * end) : sequence;
        while (length < end) {
            int control = payload.get() & 0xFF;
            if (control < 128) {
                payload.get(sequence, length, control + 1);
                length += control + 1;
            } else if (control < 160) {
                copy(control - 124, (payload.get() & 0xFF) + 1);
            } else {
                copy(control - 156, (payload.getShort() & 0xFFFF) + 1);
            }
        }
    }

    private void copy(int count, int back) {
        for (int left = count; left > 0; left--, length++) {
            sequence[length] = sequence[length - back];
        }
    }

    /** Returns the record's next text. */
    String next(int bytes) {
        at += bytes;
        return new String(sequence, at - bytes, bytes, StandardCharsets.UTF_8);
    }

    /** Returns the rest of the record. */
    String rest() {
        return next(length - at);
    }

    /** Reads the numbers of compact records. */
    static final class Numbers {
        private Numbers() {}

        static int unsigned(ByteBuffer payload) {
            return (int) wide(payload);
        }

        static long wide(ByteBuffer payload) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = payload.get();
                value |= (next & 0x7FL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        static int signed(ByteBuffer payload) {
            long value = wide(payload);
            return (int) (value >>> 1 ^ -(value & 1));
        }
    }
}
