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
 * Compiles functions in a copy of their file, leaves out those with errors and takes others in their place, until all compile.
 *
 * <p>Each attempt takes seconds. The first is of a few, and says how long the others take; the second is of more than are wanted, because
 * many do not compile: nobody knows types before.
 */
final class GrowingKotlin {
    private static final int ROUNDS = 10;
    /** Edits of each test in the first attempt. */
    private static final int FIRST = 40;
    /** The compiler takes as long to start as for so many functions. */
    private static final int START = 150;
    private static final double SPARE = 1.5;
    /** Of the time that is left, what the second attempt may take: another one follows. */
    private static final double SHARE = 0.35;
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

    /** How many edits of each test the second attempt may have, by how long the first one took; 0 where there is no time for it. */
    private int more(long tookMs) {
        double each = (double) Math.max(1, tookMs) / (kept.size() + START);
        double most = clock.left() * SHARE / each / Math.max(1, wanted.size());
        return most <= FIRST ? 0 : (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** Takes edits of each test until there are so many, and no more than may be needed. */
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
        return kept.stream().filter(function -> function.isEdit() && function.of.equals(of)).count();
    }

    /** Leaves the last edits of each test where there are more than are wanted. */
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
