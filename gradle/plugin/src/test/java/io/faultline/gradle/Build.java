package io.faultline.gradle;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A copy of one of the small builds in {@code src/test/builds}. */
final class Build {
    final Path folder;

    private Build(Path folder) {
        this.folder = folder;
    }

    /** A new copy in a folder of that name. */
    static Build copy(String build, String name) {
        Path folder = Gradle.BUILD.resolve("builds").resolve(name);
        try {
            remove(folder);
            copy(Path.of("src/test/builds", build), folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Build(folder);
    }

    /** A new copy without the plugin. */
    static Build withoutPlugin(String build, String name) throws IOException {
        Build copy = copy(build, name);
        try (Stream<Path> files = Files.walk(copy.folder)) {
            for (Path file : files.filter(path -> path.endsWith("build.gradle")).toList()) {
                Files.writeString(file, Files.readString(file).replace("    id 'io.faultline'\n", ""));
            }
        }
        return copy;
    }

    /** Replaces a text in a file, which has it. */
    void replace(String file, String from, String to) throws IOException {
        Path path = folder.resolve(file);
        String text = Files.readString(path);
        if (!text.contains(from)) {
            throw new IllegalArgumentException(from + " is not in " + path);
        }
        Files.writeString(path, text.replace(from, to));
    }

    Ran gradle(String... arguments) {
        return Gradle.run(folder, arguments);
    }

    /** Appends to a file. */
    void append(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.writeString(path, Files.readString(path) + text);
    }

    /** The recordings in a folder, one for each JVM. */
    List<String> recordings(String in) {
        return Stream.of(Recordings.in(folder.resolve(in).toFile()))
                .map(File::getName)
                .sorted()
                .toList();
    }

    /** The merged content of the recordings in several folders. */
    Map<String, String> rows(String... in) {
        return Rows.in(folder, in);
    }

    static void remove(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(path -> path.toFile().delete());
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }
}
