package io.faultline.instrument;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles source text with the compiler of the JDK that runs the tests. */
public final class Compilation {
    private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
    private static final Map<Integer, Boolean> SUPPORTED = new HashMap<>();

    private Compilation() {}

    /** Whether the compiler really supports {@code release}; it lists more releases than it supports. */
    public static boolean supports(int release) {
        return SUPPORTED.computeIfAbsent(release, Compilation::tryOut);
    }

    private static boolean tryOut(int release) {
        try {
            return !of("Probe", "class Probe {}", release).isEmpty();
        } catch (IllegalArgumentException refused) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns class files by binary name. {@code options} such as {@code -g:none} come last. */
    public static Map<String, byte[]> of(String name, String source, int release, String... options)
            throws IOException {
        Path folder = Files.createTempDirectory("faultline-target");
        try {
            compile(name, source, release, folder, options);
            return read(folder);
        } finally {
            delete(folder);
        }
    }

    private static void compile(String name, String source, int release, Path folder, String... options) {
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-g", "-nowarn", "-Xlint:none", "-proc:none", "-d", folder.toString()));
        arguments.addAll(List.of("--release", Integer.toString(release)));
        arguments.addAll(List.of(options));
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        StringWriter messages = new StringWriter();
        if (!COMPILER.getTask(messages, null, null, arguments, null, List.of(file))
                .call()) {
            throw new IllegalArgumentException(messages.toString());
        }
    }

    private static Map<String, byte[]> read(Path folder) throws IOException {
        Map<String, byte[]> classes = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String path = folder.relativize(file).toString().replace('/', '.');
                classes.put(path.substring(0, path.length() - ".class".length()), Files.readAllBytes(file));
            }
        }
        return classes;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.sorted((a, b) -> b.compareTo(a))::iterator) {
                Files.delete(file);
            }
        }
    }
}
