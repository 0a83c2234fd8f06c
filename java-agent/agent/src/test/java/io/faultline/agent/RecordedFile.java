package io.faultline.agent;

import io.faultline.agent.RecordedTexts.Numbers;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A parsed recording: lines of each row by source, and the strings. */
final class RecordedFile {
    private static final int CLASS = 27;
    private static final int TEST = 28;
    private static final int INITIALISER = 29;
    private static final int BACKGROUND = 33;

    private static final int DESCRIBED_CLASS = 39;
    private static final int REFERENCES = 40;

    /** Other record kinds that begin with texts: fixtures, details, causes, names, elements. */
    private static final Set<Integer> WITH_TEXTS = Set.of(30, 32, 34, 35, 36);

    private static final int FAILURE = 8;
    private static final int OVERLAPPED = 4;

    /** {@code Class:line} by row. */
    final Map<String, TreeSet<String>> tests = new TreeMap<>();

    /** {@code Class:line} by class. */
    final Map<String, TreeSet<String>> initialisers = new TreeMap<>();

    /** {@code Class:line} by thread. */
    final Map<String, TreeSet<String>> background = new TreeMap<>();

    /** Rows marked as overlapped. */
    final TreeSet<String> overlapped = new TreeSet<>();

    /** The kinds of the records, in order. */
    final List<Integer> kinds = new ArrayList<>();

    /** Texts of the records, in order, each followed by a 0, except that a test's method is followed by the outcome. */
    final StringBuilder words = new StringBuilder();

    private final RecordedTexts texts = new RecordedTexts();
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, int[]> lines = new HashMap<>();

    /** Local numbers of classes that other files may refer to, by key. */
    private final Map<Long, Integer> keys = new HashMap<>();

    private final Path path;

    RecordedFile(Path file) {
        path = file;
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            bytes.position(16);
            while (bytes.remaining() >= 16) {
                int kind = bytes.getShort();
                bytes.getShort();
                int length = bytes.getInt();
                bytes.getLong();
                if (bytes.remaining() < length) {
                    break; // torn by the end of the JVM
                }
                ByteBuffer payload = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
                payload.limit(length);
                bytes.position(bytes.position() + length);
                kinds.add(kind);
                read(kind, payload);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(int kind, ByteBuffer payload) {
        if (kind == CLASS) {
            readClass(payload);
        } else if (kind == DESCRIBED_CLASS) {
            long key = payload.getLong();
            keys.put(key, readClass(payload));
            words.append(texts.rest()).append('\0');
        } else if (kind == REFERENCES) {
            for (int left = Numbers.unsigned(payload); left > 0; left--) {
                refer(Numbers.unsigned(payload), payload.getLong());
            }
        } else if (kind == TEST) {
            readTest(payload);
        } else if (kind == INITIALISER) {
            String name = names.get(Numbers.unsigned(payload));
            initialisers.computeIfAbsent(name, any -> new TreeSet<>()).addAll(coverage(payload));
        } else if (kind == BACKGROUND) {
            texts.unpack(payload);
            background.put(text(payload), coverage(payload));
        } else if (WITH_TEXTS.contains(kind)) {
            texts.unpack(payload);
            words.append(texts.rest()).append('\0');
        } else {
            words.append(StandardCharsets.ISO_8859_1.decode(payload)).append('\0'); // strings stand in it as they are
        }
    }

    /** Resolves a class defined in another file of the folder. */
    private void refer(int id, long key) {
        for (File other :
                path.toAbsolutePath().getParent().toFile().listFiles((where, name) -> name.endsWith(".flt"))) {
            RecordedFile file = other.equals(path.toAbsolutePath().toFile()) ? this : new RecordedFile(other.toPath());
            Integer there = file.keys.get(key);
            if (there != null) {
                names.put(id, file.names.get(there));
                lines.put(id, file.lines.get(there));
                return;
            }
        }
        throw new IllegalStateException("no file has class number " + id + " of " + path);
    }

    /** Reads a class and returns its number. */
    private int readClass(ByteBuffer payload) {
        texts.unpack(payload);
        int id = Numbers.unsigned(payload);
        names.put(id, text(payload));
        int source = Numbers.unsigned(payload);
        words.append(source == 0 ? "" : texts.next(source - 1)).append('\0');
        payload.getLong();
        text(payload);
        for (int left = Numbers.unsigned(payload); left > 0; left--) {
            text(payload);
            text(payload);
        }
        int slots = 0;
        for (int left = Numbers.unsigned(payload); left > 0; left--) {
            Numbers.signed(payload);
            slots += Numbers.unsigned(payload) + 1;
        }
        int[] all = new int[slots];
        for (int slot = 0, line = 0; slot < slots; slot++) {
            line += Numbers.signed(payload);
            all[slot] = line;
        }
        lines.put(id, all);
        return id;
    }

    private void readTest(ByteBuffer payload) {
        texts.unpack(payload);
        Numbers.unsigned(payload);
        String id = text(payload);
        text(payload);
        text(payload);
        int flags = payload.get();
        words.setCharAt(words.length() - 1, (char) (flags & 3));
        if ((flags & OVERLAPPED) != 0) {
            overlapped.add(id);
        }
        Numbers.wide(payload);
        if ((flags & FAILURE) != 0) {
            text(payload);
            for (int left = Numbers.unsigned(payload); left > 0; left--) {
                text(payload);
                text(payload);
                Numbers.signed(payload);
            }
        }
        tests.put(id, coverage(payload));
    }

    private TreeSet<String> coverage(ByteBuffer row) {
        TreeSet<String> covered = new TreeSet<>();
        for (int id = -1; row.hasRemaining(); ) {
            id += Numbers.unsigned(row) + 1;
            int form = Numbers.unsigned(row);
            if ((form & 1) == 0) {
                for (int index = 0; index < form >> 1; index++) {
                    int bits = row.get() & 0xFF;
                    for (; bits != 0; bits &= bits - 1) {
                        covered.add(line(id, 8 * index + Integer.numberOfTrailingZeros(bits)));
                    }
                }
                continue;
            }
            int slot = -1;
            for (int left = form >> 1; left > 0; left--) {
                slot += Numbers.unsigned(row) + 1;
                for (int more = Numbers.unsigned(row); ; more--, slot++) {
                    covered.add(line(id, slot));
                    if (more == 0) {
                        break;
                    }
                }
                slot++; // at least one is missing
            }
        }
        return covered;
    }

    private String line(int id, int slot) {
        return names.get(id) + ":" + lines.get(id)[slot];
    }

    private String text(ByteBuffer payload) {
        String text = texts.next(Numbers.unsigned(payload));
        words.append(text).append('\0');
        return text;
    }
}
