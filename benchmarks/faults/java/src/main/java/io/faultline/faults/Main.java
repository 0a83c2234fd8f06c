package io.faultline.faults;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What must run in a JVM of {@code faultline-benchmarks faults}. The class path holds JUnit and what the tests need,
 * but neither the library nor its tests.
 *
 * <pre>
 * suite   PLACES TEST-CLASSES OUT                 run test classes, a row for each test method
 * isolate PLACES BEFORE AFTER TESTS OUT SECONDS   smallest sets of methods, a row for each test
 * splice  BEFORE AFTER ELEMENTS DIR               class files of BEFORE with these methods of AFTER, where they differ
 * lines   BEFORE AFTER ELEMENTS DIR               faulty-methods.tsv and faulty-lines.tsv
 * changes BEFORE AFTER DIR                        the same for everything that differs, and elements.txt
 * </pre>
 * PLACES: folders of classes and resources, joined by ':'. BEFORE, AFTER: jars, or folders of classes. TEST-CLASSES: a file with names. TESTS:
 * rows of OUT of {@code suite}.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "suite" -> Suite.run(places(args[1]), Files.readAllLines(Path.of(args[2])), Path.of(args[3]));
            case "isolate" -> {
                List<TestRow> candidates = Files.readAllLines(Path.of(args[4])).stream().map(TestRow::read).toList();
                Isolation.run(releases(args[2], args[3]), places(args[1]), candidates, Path.of(args[5]),
                        Long.parseLong(args[6]));
            }
            case "splice" -> splice(releases(args[1], args[2]), Element.parseAll(args[3]), Path.of(args[4]));
            case "lines" -> lines(releases(args[1], args[2]), Element.parseAll(args[3]), Path.of(args[4]));
            case "changes" -> changes(releases(args[1], args[2]), Path.of(args[3]));
            default -> throw new IllegalArgumentException(args[0]);
        }
        // Tests leave threads behind.
        Runtime.getRuntime().halt(0);
    }

    private static Releases releases(String before, String after) {
        return new Releases(Path.of(before), Path.of(after));
    }

    private static List<URL> places(String joined) throws IOException {
        List<URL> places = new ArrayList<>();
        for (String place : joined.split(":")) {
            places.add(Path.of(place).toAbsolutePath().toUri().toURL());
        }
        return places;
    }

    private static void splice(Releases releases, Set<Element> chosen, Path folder) throws IOException {
        Splicer splicer = releases.splicer();
        for (String name : splicer.names()) {
            byte[] code = splicer.bytes(name, chosen);
            if (!Arrays.equals(code, releases.before.bytes.get(name))) {
                Path file = folder.resolve(name + ".class");
                Files.createDirectories(file.getParent());
                Files.write(file, code);
            }
        }
    }

    private static void lines(Releases releases, Set<Element> chosen, Path folder) throws IOException {
        FaultyLines faulty = new FaultyLines(releases.before, releases.after, chosen);
        Files.createDirectories(folder);
        Files.write(folder.resolve("faulty-methods.tsv"), faulty.methods());
        Files.write(folder.resolve("faulty-lines.tsv"), faulty.lines());
    }

    private static void changes(Releases releases, Path folder) throws IOException {
        Set<Element> all = new TreeSet<>(releases.difference());
        lines(releases, all, folder);
        Files.write(folder.resolve("elements.txt"), all.stream().map(Element::toString).toList());
    }
}
