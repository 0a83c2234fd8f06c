package io.faultline.amplify.grow;

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
 * Compiles functions in a copy of their file, leaves out those with errors and takes others in their place, until all compile.
 *
 * <p>Each attempt takes seconds, so that more are compiled at first than are wanted: many do not compile, because nobody knows types
 * before.
 */
final class GrowingKotlin {
    private static final int ROUNDS = 10;
    /** In so many rounds others come in place of what does not compile. */
    private static final int DRAWING = 2;
    private static final double SPARE = 1.5;
    private static final Pattern OPT_IN = Pattern.compile("@OptIn\\(([\\w.]+)::class\\)");

    private final Kotlinc compiler;
    private final Clock clock;
    private final Path file;

    /** Copies of the file, the best first. */
    private final List<Pieces> copies;

    /** How many edits, by test. */
    private final Map<String, Integer> wanted;

    /** Edits that do not compile by themselves, by test. */
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

    /** How many did not compile. */
    int left() {
        return left;
    }

    /** How often it was compiled. */
    int rounds() {
        return rounds;
    }

    /** Those that compile; their classes are written. Errors: {@link Nothing} where none does. */
    List<Function> kept(List<Function> all) throws Nothing, IOException {
        for (Function function : all) {
            (function.isEdit() ? waiting : kept).add(function);
        }
        take(SPARE);
        for (rounds = 1; rounds <= ROUNDS && !kept.isEmpty(); rounds++) {
            long before = clock.ms();
            Files.write(file, (optedIn() + copies.get(copy).text(kept)).getBytes(StandardCharsets.UTF_8));
            List<Kotlinc.Error> errors = compiler.compile(file);
            if (errors.isEmpty()) {
                take(0);
                return kept;
            }
            leaveOut(errors);
            boolean isInTime = clock.has(2 * (clock.ms() - before));
            if (isInTime && rounds <= DRAWING) {
                take(rounds < DRAWING ? 1 : 0);
            } else if (!clock.has(clock.ms() - before)) {
                // What is left must compile in less than the last attempt took.
                kept = new ArrayList<>(kept.subList(0, (kept.size() + 1) / 2));
            }
        }
        throw new Nothing("nothing compiles", "no variant of the test compiles");
    }

    /** Marks of what may change and was used without a word, which the build must have allowed. On the first line, so that no line moves. */
    private String optedIn() {
        return optIns.isEmpty() ? "" : "@file:OptIn(" + String.join(", ", optIns) + ") ";
    }

    /** Takes edits of each test, so many times as many as are wanted, or gives back those that are too many. */
    private void take(double times) {
        for (Map.Entry<String, Integer> one : wanted.entrySet()) {
            int has = (int) kept.stream().filter(function -> function.isEdit() && function.of.equals(one.getKey())).count();
            int wants = (int) Math.ceil(one.getValue() * Math.max(1, times));
            List<Function> next = new ArrayList<>();
            for (Function function : waiting) {
                if (times > 0 && has + next.size() < wants && function.of.equals(one.getKey()) && !isBad(function)) {
                    next.add(function);
                }
            }
            waiting.removeAll(next);
            kept.addAll(next);
            drop(one.getKey(), has - wants);
        }
    }

    private void drop(String of, int most) {
        for (int at = kept.size() - 1, gone = 0; at >= 0 && gone < most; at--) {
            if (kept.get(at).isEdit() && kept.get(at).of.equals(of)) {
                kept.remove(at);
                gone++;
            }
        }
    }

    private boolean isBad(Function function) {
        Set<Integer> edits = bad.getOrDefault(function.of, Set.of());
        return function.edits.stream().anyMatch(edits::contains);
    }

    /** Leaves out functions with errors. Errors: {@link Nothing} where errors are of the file itself. */
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

    /** What to do about errors of the file as a whole. */
    private void giveWay(Kotlinc.Error error) throws Nothing {
        if (error.line == 0 && kept.size() > 1) {
            // A class file has room for 65,535 constants, and the compiler breaks off where it is too small.
            left += kept.size() - kept.size() / 2;
            kept = new ArrayList<>(kept.subList(0, kept.size() / 2));
        } else if (copy + 1 < copies.size()) {
            copy++;
        } else {
            String at = error.line == 0 ? "" : " at line " + error.line;
            throw new Nothing("no copy", "the copy of " + file.getFileName() + " does not compile" + at + ": " + error.words
                    + "; the tests must compile with the class path that they were recorded with, and without plugins of the compiler");
        }
    }
}
