package io.faultline.runner;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A request file: lines of a key and its values. Errors: {@link Refused}. */
public final class Lines {
    private final Path file;
    private final Map<String, List<List<String>>> given = new LinkedHashMap<>();

    private Lines(Path file) {
        this.file = file;
    }

    /** Reads a file; empty lines are ignored. */
    public static Lines read(Path file) throws IOException {
        Lines all = new Lines(file);
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                List<String> fields = Fields.split(line);
                all.given
                        .computeIfAbsent(fields.get(0), key -> new ArrayList<>())
                        .add(fields.subList(1, fields.size()));
            } catch (IllegalArgumentException bad) {
                throw new Refused("the request " + file + " cannot be read: " + bad.getMessage());
            }
        }
        return all;
    }

    /** All keys of the file. */
    public Set<String> keys() {
        return given.keySet();
    }

    /** The values of each line with this key. Errors: a line has fewer than {@code least} values. */
    public List<List<String>> lines(String key, int least) {
        List<List<String>> lines = given.getOrDefault(key, Collections.<List<String>>emptyList());
        for (List<String> line : lines) {
            if (line.size() < least) {
                throw new Refused("the request " + file + " has a line `" + key + "` with " + line.size()
                        + " values; give " + least);
            }
        }
        return lines;
    }

    /** The values of the last line with this key. Errors: no such line, or fewer than {@code least} values. */
    public List<String> line(String key, int least) {
        List<List<String>> lines = lines(key, least);
        if (lines.isEmpty()) {
            throw new Refused("the request " + file + " has no `" + key + "`");
        }
        return lines.get(lines.size() - 1);
    }

    /** The first value of the last line with this key. Errors: no such line. */
    public String one(String key) {
        return line(key, 1).get(0);
    }

    /** As {@link #one}, or {@code usual} if the key is absent. */
    public String of(String key, String usual) {
        return given.containsKey(key) ? one(key) : usual;
    }

    /** The numeric value of a key, or {@code usual} if the key is absent. Errors: not a number. */
    public long number(String key, long usual) {
        String text = of(key, Long.toString(usual));
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException bad) {
            throw new Refused("the request's `" + key + "` is `" + text + "`, which is no number");
        }
    }

    /** The first value of each line with this key, as a path. */
    public List<Path> paths(String key) {
        List<Path> paths = new ArrayList<>();
        for (List<String> line : lines(key, 1)) {
            paths.add(Paths.get(line.get(0)));
        }
        return paths;
    }

    /** The charset that {@code encoding} names; UTF-8 by default. */
    public Charset encoding() {
        String name = of("encoding", "UTF-8");
        try {
            return Charset.forName(name);
        } catch (UnsupportedCharsetException | java.nio.charset.IllegalCharsetNameException unknown) {
            throw new Refused("the encoding `" + name + "` is unknown to this Java; name another");
        }
    }
}
