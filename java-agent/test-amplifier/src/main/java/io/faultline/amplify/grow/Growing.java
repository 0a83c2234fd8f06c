package io.faultline.amplify.grow;

import io.faultline.runner.Clock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** Draws variants and compiles them all at once. Replaces variants that do not compile, until all compile. */
final class Growing {
    private static final int ROUNDS = 14;
    /** The number of rounds in which failed variants are replaced. */
    private static final int DRAWING = 4;
    /** Time that must remain for a last round. */
    private static final long LAST_MS = 1500;

    private final Javac javac;
    private final Clock clock;
    private final List<TestMethod> tests;
    private final Map<TestMethod, Variants> drawn = new LinkedHashMap<>();
    private final Map<TestMethod, Header> headers = new LinkedHashMap<>();

    /** The variants that compile or have not been compiled yet. */
    private List<Variant> kept = new ArrayList<>();

    private int left;
    private boolean watchesHelpers = true;

    Growing(Javac javac, Clock clock, Map<TestMethod, Wanted> wanted, long seed) throws Nothing {
        this.javac = javac;
        this.clock = clock;
        tests = new ArrayList<>(wanted.keySet());
        for (TestMethod test : tests) {
            if (Mended.hasError(test.source, test.tree())) {
                throw new Nothing(
                        "nothing compiles",
                        "the test `" + test.name + "` in " + test.source.file
                                + " does not compile with the class path that it was recorded with; record again");
            }
            headers.put(test, Header.of(test.source, test.tree()));
            drawn.put(test, new Variants(test, wanted.get(test), seed));
        }
    }

    /** The number of variants that did not compile. */
    int left() {
        return left;
    }

    /** The variants by method name; valid after {@link #classes}. */
    Map<String, Variant> named() {
        Map<String, Variant> named = new LinkedHashMap<>();
        for (Variant variant : kept) {
            named.put(variant.of.name + "_faultline_" + named.size(), variant);
        }
        return named;
    }

    /** The classes of the copies with all variants that compile. Errors: {@link Nothing} if none does. */
    Map<String, byte[]> classes() throws Nothing {
        for (TestMethod test : tests) {
            kept.addAll(drawn.get(test).splits());
            kept.addAll(drawn.get(test).edits(drawn.get(test).wanted()));
        }
        if (kept.isEmpty()) {
            throw new Nothing("nothing to edit", whyNothing());
        }
        for (int round = 0; round < ROUNDS && !kept.isEmpty(); round++) {
            Map<String, Variant> named = named();
            Map<Path, Copy> copies = copies();
            Map<String, String> texts = new LinkedHashMap<>();
            copies.values().forEach(copy -> texts.put(copy.source.path, copy.text(of(copy, named), headers)));
            Javac.Compiled compiled = javac.compile(texts);
            if (compiled.classes != null) {
                return compiled.classes;
            }
            leaveOut(compiled, copies);
            if (round < DRAWING && clock.has(LAST_MS)) {
                drawMore();
            }
        }
        throw new Nothing("nothing compiles", "no variant of the test compiles");
    }

    private String whyNothing() {
        if (drawn.values().stream().allMatch(Variants::isAskedForNone)) {
            return "the test has one assertion, and no edits of it are asked for";
        }
        return drawn.values().stream().allMatch(Variants::lacksAssertions)
                ? "none of the test's assertions is one that is known here, so nobody could say what edits should do"
                : "the test has one assertion, and nothing in it can be edited";
    }

    private Map<Path, Copy> copies() {
        Map<Path, Copy> copies = new LinkedHashMap<>();
        for (TestMethod test : tests) {
            copies.computeIfAbsent(test.source.file, file -> new Copy(test.source, Copy.trees(tests), watchesHelpers));
        }
        return copies;
    }

    private static Map<String, Variant> of(Copy copy, Map<String, Variant> named) {
        Map<String, Variant> of = new LinkedHashMap<>();
        named.forEach((name, variant) -> {
            if (variant.of.source == copy.source) {
                of.put(name, variant);
            }
        });
        return of;
    }

    /** Removes variants with errors. Errors: {@link Nothing} if the file itself has errors. */
    private void leaveOut(Javac.Compiled compiled, Map<Path, Copy> copies) throws Nothing {
        Set<Variant> bad = new HashSet<>();
        Diagnostic<? extends JavaFileObject> elsewhere = null;
        for (Diagnostic<? extends JavaFileObject> error : compiled.errors) {
            Map.Entry<Variant, Integer> at = null;
            for (Copy copy : copies.values()) {
                if (error.getSource() != null && error.getSource().getName().endsWith(copy.source.path)) {
                    at = copy.at((int) error.getPosition());
                }
            }
            if (at == null) {
                elsewhere = elsewhere == null ? error : elsewhere;
            } else if (bad.add(at.getKey())) {
                drawn.get(at.getKey().of).isBad(at.getKey(), at.getValue());
            }
        }
        if (bad.isEmpty()) {
            giveWay(elsewhere);
            return;
        }
        left += bad.size();
        kept.removeIf(bad::contains);
    }

    /** Reacts to an error outside all variants. */
    private void giveWay(Diagnostic<? extends JavaFileObject> error) throws Nothing {
        String said =
                error == null ? "the compiler gave up" : error.getMessage(null).replaceAll("\\s+", " ");
        if (error != null && error.getCode() != null && error.getCode().contains("limit")) {
            // A class file is limited to 65,535 constants.
            left += kept.size() - kept.size() / 2;
            kept = new ArrayList<>(kept.subList(0, kept.size() / 2));
        } else if (watchesHelpers) {
            watchesHelpers = false;
        } else {
            String line = error == null ? "" : " at line " + error.getLineNumber();
            throw new Nothing(
                    "no copy",
                    "the copy of " + tests.get(0).source.file + " does not compile" + line + ": " + said
                            + "; the tests must compile with the class path that they were recorded with");
        }
    }

    private void drawMore() {
        for (TestMethod test : tests) {
            long has = kept.stream()
                    .filter(variant -> variant.of == test && variant.isEdit())
                    .count();
            kept.addAll(drawn.get(test).edits((int) (drawn.get(test).wanted() - has)));
        }
    }
}
