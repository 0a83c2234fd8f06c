package io.faultline.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** A file of the recorder as tests want it: which lines of which source each row has. */
final class RecordedFile {
    private static final int CLASS = 2;
    private static final int TEST = 3;
    private static final int INITIALISER = 4;
    private static final int BACKGROUND = 10;

    /** Row to {@code Class:line}. */
    final Map<String, TreeSet<String>> tests = new TreeMap<>();

    /** Class to {@code Class:line}. */
    final Map<String, TreeSet<String>> initialisers = new TreeMap<>();

    /** Thread to {@code Class:line}. */
    final Map<String, TreeSet<String>> background = new TreeMap<>();

    /** Rows that are marked as overlapped. */
    final TreeSet<String> overlapped = new TreeSet<>();

    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, int[]> lines = new HashMap<>();

    RecordedFile(Path file) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            bytes.position(16);
            while (bytes.hasRemaining()) {
                int kind = bytes.getShort();
                bytes.getShort();
                int length = bytes.getInt();
                bytes.getLong();
                ByteBuffer payload = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
                payload.limit(length);
                bytes.position(bytes.position() + length);
                read(kind, payload);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(int kind, ByteBuffer payload) {
        if (kind == CLASS) {
            readClass(payload);
        } else if (kind == TEST) {
            int end = 4 + payload.getInt();
            payload.getInt();
            String id = text(payload);
            text(payload);
            text(payload);
            payload.get();
            payload.getLong();
            if (payload.get() != 0) {
                overlapped.add(id);
            }
            payload.position(end);
            tests.put(id, coverage(payload));
        } else if (kind == INITIALISER) {
            String name = names.get(payload.getInt());
            initialisers.computeIfAbsent(name, any -> new TreeSet<>()).addAll(coverage(payload));
        } else if (kind == BACKGROUND) {
            payload.getInt();
            String name = text(payload);
            background.put(name, coverage(payload));
        }
    }

    private void readClass(ByteBuffer payload) {
        int id = payload.getInt();
        names.put(id, text(payload));
        if (payload.get() != 0) {
            text(payload);
        }
        payload.getLong();
        text(payload);
        for (long left = payload.getLong(); left > 0; left--) {
            text(payload);
            text(payload);
        }
        int[] slots = new int[(int) payload.getLong()];
        for (int slot = 0; slot < slots.length; slot++) {
            payload.getInt();
            slots[slot] = payload.getInt();
        }
        lines.put(id, slots);
    }

    private TreeSet<String> coverage(ByteBuffer words) {
        TreeSet<String> covered = new TreeSet<>();
        while (words.hasRemaining()) {
            int count = words.getInt();
            int id = words.getInt();
            for (int word = 0; word < count; word++) {
                long bits = words.getLong();
                for (; bits != 0; bits &= bits - 1) {
                    covered.add(names.get(id) + ":" + lines.get(id)[64 * word + Long.numberOfTrailingZeros(bits)]);
                }
            }
        }
        return covered;
    }

    private static String text(ByteBuffer payload) {
        byte[] bytes = new byte[(int) payload.getLong()];
        payload.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
