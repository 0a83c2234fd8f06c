package io.faultline.amplify.grow;

import io.faultline.runner.Fields;
import io.faultline.runner.Lines;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Writes variants as source next to their test class: {@code <Class>Amplified.java}. */
final class Written {
    private static final int ROUNDS = 8;

    private final Javac javac;
    private final Path out;
    private final Charset encoding;

    private Written(Javac javac, Path out, Charset encoding) {
        this.javac = javac;
        this.out = out;
        this.encoding = encoding;
    }

    /** Writes the requested variants and a table of their names. Errors: {@link Nothing} if none can be written. */
    static void write(Lines request) throws Nothing, IOException {
        Map<String, List<Kept>> ofClass = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(Path.of(request.one("variants")), StandardCharsets.UTF_8);
        for (List<String> asked : request.lines("keep", 5)) {
            Kept kept = new Kept(asked, Fields.split(lines.get(Integer.parseInt(asked.get(0)) + 1)));
            ofClass.computeIfAbsent(kept.testClass, name -> new ArrayList<>()).add(kept);
        }
        Path out = Path.of(request.one("out"));
        Path scratch = Path.of(request.one("scratch"));
        Written written = new Written(Grow.javac(request, scratch), out, request.encoding());
        Finder finder = new Finder(
                written.javac,
                new SourceRoots(request.paths("source-root"), request.paths("source-file")),
                request.encoding());
        StringBuilder names = new StringBuilder(Fields.line("name", "file"));
        Nothing why = new Nothing("not written", "no test was asked for");
        for (Map.Entry<String, List<Kept>> one : ofClass.entrySet()) {
            try {
                names.append(written.of(finder, one.getKey(), one.getValue()));
            } catch (Nothing nothing) {
                why = nothing;
            }
        }
        Files.write(scratch.resolve("written.tsv"), names.toString().getBytes(StandardCharsets.UTF_8));
        if (names.indexOf("\n") == names.length() - 1) {
            throw why;
        }
    }

    private String of(Finder finder, String testClass, List<Kept> all) throws Nothing, IOException {
        Map<String, String> methods = new LinkedHashMap<>();
        TestMethod last = null;
        for (Kept kept : all) {
            TestMethod test = finder.find(testClass, kept.of);
            if (test.isInherited() || testClass.contains("$")) {
                throw new Nothing(
                        "not written",
                        "tests of " + testClass
                                + " are not written: those of nested and inherited classes are not yet");
            }
            // Otherwise the body still contains its assertions, including those in helpers.
            boolean isWatched = !kept.words.isEmpty() && !kept.by.equals("expectation");
            String body = isWatched && new Split(test.source, test.body()).hasHelpers()
                    ? null
                    : Body.of(kept, test.framework);
            if (body != null) {
                methods.put(
                        kept.name,
                        "    " + kept.comment() + "\n    "
                                + Header.of(test.source, test.tree()).named(kept.name) + body);
            }
            last = test;
        }
        for (boolean keepsTests : new boolean[] {false, true}) {
            Renamed renamed = new Renamed(last.source, last.declaring, keepsTests);
            String text = compiling(renamed, methods);
            if (text != null) {
                Path file = out.resolve(renamed.path());
                Files.createDirectories(file.getParent());
                Files.write(file, text.getBytes(encoding));
                StringBuilder names = new StringBuilder();
                methods.keySet().forEach(name -> names.append(Fields.line(name, file.toString())));
                return names.toString();
            }
        }
        throw new Nothing(
                "not written",
                "tests of " + testClass + " are not written: what they need does not compile in a class of their own, "
                        + "or what was observed has no literal");
    }

    /**
     * The text with the methods that compile; others are removed from {@code methods}. Null if the class itself does
     * not compile or no method is left.
     */
    private String compiling(Renamed renamed, Map<String, String> methods) throws Nothing {
        String[] halves = renamed.halves();
        for (int round = 0; round < ROUNDS && !methods.isEmpty(); round++) {
            StringBuilder text = new StringBuilder(halves[0]);
            Map<String, int[]> places = new LinkedHashMap<>();
            for (Map.Entry<String, String> method : methods.entrySet()) {
                int start = text.append("\n\n").length();
                places.put(
                        method.getKey(),
                        new int[] {start, text.append(method.getValue()).length()});
            }
            text.append("\n").append(halves[1]);
            Javac.Compiled compiled = javac.compile(Map.of(renamed.path(), text.toString()));
            if (compiled.classes != null) {
                return text.toString();
            }
            Set<String> bad = new TreeSet<>();
            for (Diagnostic<? extends JavaFileObject> error : compiled.errors) {
                places.forEach((name, place) -> {
                    if (place[0] <= error.getPosition() && error.getPosition() <= place[1]) {
                        bad.add(name);
                    }
                });
            }
            if (bad.isEmpty()) {
                return null;
            }
            methods.keySet().removeAll(bad);
        }
        return null;
    }
}
