package io.faultline.amplify.grow;

import io.faultline.runner.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles functions in a copy of their file and replaces those that do not compile, until all compile.
 *
 * <p>Each attempt takes seconds. The first compiles a few functions to measure the speed. The second compiles more than
 * wanted, because many do not compile: edits are made without type information.
 */
final class GrowingKotlin {
    private static final int ROUNDS = 10;
    /** Number of edits per test in the first attempt. */
    private static final int FIRST = 40;
    /** The compiler's start-up time, in units of one function's compile time. */
    private static final int START = 150;

    private static final double SPARE = 1.5;
    /** Fraction of the remaining time for the second attempt, because another one follows. */
    private static final double SHARE = 0.35;

    private static final Pattern OPT_IN = Pattern.compile("@OptIn\\(([\\w.]+)::class\\)");

    private final Kotlinc compiler;
    private final Clock clock;
    private final Path file;

    /** Copies of the file, in order of preference. */
    private final List<Pieces> copies;

    /** Number of wanted edits, by test. */
    private final Map<String, Integer> wanted;

    /** Edits that do not compile on their own, by test. */
    private final Map<String, Set<Integer>> bad = new HashMap<>();

    private final List<Function> waiting = new ArrayList<>();
    private List<Function> kept = new ArrayList<>();
    private final Set<String> optIns = new TreeSet<>();
    private int copy;
    private int left;
    private int rounds;

    GrowingKotlin(Kotlinc compiler, Clock clock, Path file, List<Pieces> copies, Map<String, Integer> wanted) {
        this.compiler = compiler;
        this.clock = clock;
        this.file = file;
        this.copies = copies;
        this.wanted = wanted;
    }

    /** The number of functions that did not compile. */
    int left() {
        return left;
    }

    /** The number of compiler runs. */
    int rounds() {
        return rounds;
    }

    /** Returns the functions that compile; their classes have been written. Errors: {@link Nothing} if none does. */
    List<Function> kept(List<Function> all) throws Nothing, IOException {
        for (Function function : all) {
            (function.isEdit() ? waiting : kept).add(function);
        }
        take(FIRST);
        for (rounds = 1; rounds <= ROUNDS && !kept.isEmpty(); rounds++) {
            long before = clock.ms();
            Files.write(file, (optedIn() + copies.get(copy).text(kept)).getBytes(StandardCharsets.UTF_8));
            List<Kotlinc.Error> errors = compiler.compile(file);
            long took = clock.ms() - before;
            if (!errors.isEmpty()) {
                leaveOut(errors);
            }
            int size = kept.size();
            if (rounds == 1) {
                take(more(took));
            } else {
                drop();
            }
            if (errors.isEmpty() && kept.size() <= size) {
                return kept;
            }
            if (!clock.has(took) && rounds > 1) {
                // The remaining functions must compile faster than the last attempt.
                kept = new ArrayList<>(kept.subList(0, (kept.size() + 1) / 2));
            }
        }
        throw new Nothing("nothing compiles", "no variant of the test compiles");
    }

    /**
     * Opt-ins for unstable APIs that the file uses without an annotation; the build must have allowed them. Placed on
     * the first line, so that line numbers do not change.
     */
    private String optedIn() {
        return optIns.isEmpty() ? "" : "@file:OptIn(" + String.join(", ", optIns) + ") ";
    }

    /**
     * The number of edits per test in the second attempt, based on the duration of the first; 0 if there is no time for
     * it.
     */
    private int more(long tookMs) {
        double each = (double) Math.max(1, tookMs) / (kept.size() + START);
        double most = clock.left() * SHARE / each / Math.max(1, wanted.size());
        return most <= FIRST ? 0 : (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** Adds edits until each test has {@code most}, or as many as it may need. */
    private void take(int most) {
        for (Map.Entry<String, Integer> one : wanted.entrySet()) {
            int wants = Math.min(most, (int) Math.ceil(one.getValue() * SPARE));
            long has = count(one.getKey());
            List<Function> next = new ArrayList<>();
            for (Function function : waiting) {
                if (has + next.size() < wants && function.of.equals(one.getKey()) && !isBad(function)) {
                    next.add(function);
                }
            }
            waiting.removeAll(next);
            kept.addAll(next);
        }
    }

    private long count(String of) {
        return kept.stream()
                .filter(function -> function.isEdit() && function.of.equals(of))
                .count();
    }

    /** Drops surplus edits of each test, the last ones first. */
    private void drop() {
        for (Map.Entry<String, Integer> one : wanted.entrySet()) {
            long many = count(one.getKey()) - one.getValue();
            for (int at = kept.size() - 1; at >= 0 && many > 0; at--) {
                if (kept.get(at).isEdit() && kept.get(at).of.equals(one.getKey())) {
                    kept.remove(at);
                    many--;
                }
            }
        }
    }

    private boolean isBad(Function function) {
        Set<Integer> edits = bad.getOrDefault(function.of, Set.of());
        return function.edits.stream().anyMatch(edits::contains);
    }

    /** Removes functions with errors. Errors: {@link Nothing} if the file itself has errors. */
    private void leaveOut(List<Kotlinc.Error> errors) throws Nothing {
        Set<Function> wrong = new HashSet<>();
        Kotlinc.Error elsewhere = null;
        boolean isAllowed = false;
        for (Kotlinc.Error error : errors) {
            Matcher optIn = OPT_IN.matcher(error.words);
            if (optIn.find() && optIns.add(optIn.group(1) + "::class")) {
                isAllowed = true;
                continue;
            }
            Function function = error.line == 0 ? null : copies.get(copy).at(error.line);
            if (function == null) {
                elsewhere = elsewhere == null ? error : elsewhere;
            } else if (wrong.add(function) && function.edits.size() == 1) {
                bad.computeIfAbsent(function.of, of -> new HashSet<>()).addAll(function.edits);
            }
        }
        if (wrong.isEmpty() && !isAllowed) {
            giveWay(elsewhere);
        }
        left += wrong.size();
        kept.removeIf(function -> wrong.contains(function) || function.isEdit() && isBad(function));
    }

    /** Reacts to an error outside all functions. */
    private void giveWay(Kotlinc.Error error) throws Nothing {
        if (error.line == 0 && kept.size() > 1) {
            // A class file is limited to 65,535 constants, and the compiler aborts if it is exceeded.
            left += kept.size() - kept.size() / 2;
            kept = new ArrayList<>(kept.subList(0, kept.size() / 2));
        } else if (copy + 1 < copies.size()) {
            copy++;
        } else {
            String at = error.line == 0 ? "" : " at line " + error.line;
            throw new Nothing(
                    "no copy",
                    "the copy of " + file.getFileName() + " does not compile" + at + ": " + error.words
                            + "; the tests must compile with the class path that they were recorded with, and without plugins of the compiler");
        }
    }
}
