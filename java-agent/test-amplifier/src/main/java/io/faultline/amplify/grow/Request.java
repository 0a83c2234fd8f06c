package io.faultline.amplify.grow;

import io.faultline.amplify.table.Fields;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lines of a key with its values, as a file has them. */
final class Request {
    private final Path file;
    private final Map<String, List<List<String>>> given = new LinkedHashMap<>();

    private Request(Path file) {
        this.file = file;
    }

    static Request read(Path file) throws IOException, Refused {
        Request request = new Request(file);
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                List<String> fields = Fields.split(line);
                request.given.computeIfAbsent(fields.get(0), key -> new ArrayList<>()).add(fields.subList(1, fields.size()));
            } catch (IllegalArgumentException bad) {
                throw new Refused("the request " + file + " cannot be read: " + bad.getMessage());
            }
        }
        return request;
    }

    /** The values of each line of a key. Errors: a line with fewer than {@code least} of them. */
    List<List<String>> lines(String key, int least) throws Refused {
        List<List<String>> lines = given.getOrDefault(key, List.of());
        for (List<String> line : lines) {
            if (line.size() < least) {
                throw new Refused("the request " + file + " has a line `" + key + "` with " + line.size() + " values; give " + least);
            }
        }
        return lines;
    }

    /** The value of a key. */
    String one(String key) throws Refused {
        List<List<String>> lines = lines(key, 1);
        if (lines.isEmpty()) {
            throw new Refused("the request " + file + " has no `" + key + "`");
        }
        return lines.get(lines.size() - 1).get(0);
    }

    /** The value of a key, or the usual one. */
    String of(String key, String usual) throws Refused {
        return given.containsKey(key) ? one(key) : usual;
    }

    long number(String key, long usual) throws Refused {
        String text = of(key, Long.toString(usual));
        try {
            return Long.parseLong(text.trim());
        } catch (NumberFormatException bad) {
            throw new Refused("the request's `" + key + "` is `" + text + "`, which is no number");
        }
    }

    /** The values of all lines of a key, as paths. */
    List<Path> paths(String key) throws Refused {
        List<Path> paths = new ArrayList<>();
        for (List<String> line : lines(key, 1)) {
            paths.add(Path.of(line.get(0)));
        }
        return paths;
    }

    Charset encoding() throws Refused {
        String name = of("encoding", "UTF-8");
        try {
            return Charset.forName(name);
        } catch (UnsupportedCharsetException | java.nio.charset.IllegalCharsetNameException unknown) {
            throw new Refused("the encoding `" + name + "` is unknown to this Java; name another");
        }
    }
}
