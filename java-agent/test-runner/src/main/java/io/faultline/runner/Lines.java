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

/** A request: lines of a key with its values, as a file has them. Errors: {@link Refused}. */
public final class Lines {
    private final Path file;
    private final Map<String, List<List<String>>> given = new LinkedHashMap<>();

    private Lines(Path file) {
        this.file = file;
    }

    /** The lines of a file; empty ones are none. */
    public static Lines read(Path file) throws IOException {
        Lines all = new Lines(file);
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                List<String> fields = Fields.split(line);
                all.given.computeIfAbsent(fields.get(0), key -> new ArrayList<>()).add(fields.subList(1, fields.size()));
            } catch (IllegalArgumentException bad) {
                throw new Refused("the request " + file + " cannot be read: " + bad.getMessage());
            }
        }
        return all;
    }

    /** All that have a line. */
    public Set<String> keys() {
        return given.keySet();
    }

    /** The values of each line of a key. Errors: a line with fewer than {@code least} of them. */
    public List<List<String>> lines(String key, int least) {
        List<List<String>> lines = given.getOrDefault(key, Collections.<List<String>>emptyList());
        for (List<String> line : lines) {
            if (line.size() < least) {
                throw new Refused("the request " + file + " has a line `" + key + "` with " + line.size() + " values; give " + least);
            }
        }
        return lines;
    }

    /** The values of the last line of a key. Errors: none of them; one with fewer than {@code least}. */
    public List<String> line(String key, int least) {
        List<List<String>> lines = lines(key, least);
        if (lines.isEmpty()) {
            throw new Refused("the request " + file + " has no `" + key + "`");
        }
        return lines.get(lines.size() - 1);
    }

    /** The value of a key. */
    public String one(String key) {
        return line(key, 1).get(0);
    }

    /** The value of a key, or the usual one. */
    public String of(String key, String usual) {
        return given.containsKey(key) ? one(key) : usual;
    }

    /** The number of a key, or the usual one. */
    public long number(String key, long usual) {
        String text = of(key, Long.toString(usual));
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException bad) {
            throw new Refused("the request's `" + key + "` is `" + text + "`, which is no number");
        }
    }

    /** The values of all lines of a key, as paths. */
    public List<Path> paths(String key) {
        List<Path> paths = new ArrayList<>();
        for (List<String> line : lines(key, 1)) {
            paths.add(Paths.get(line.get(0)));
        }
        return paths;
    }

    /** What {@code encoding} names; else UTF-8. */
    public Charset encoding() {
        String name = of("encoding", "UTF-8");
        try {
            return Charset.forName(name);
        } catch (UnsupportedCharsetException | java.nio.charset.IllegalCharsetNameException unknown) {
            throw new Refused("the encoding `" + name + "` is unknown to this Java; name another");
        }
    }
}
