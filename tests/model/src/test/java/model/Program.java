package model;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntSupplier;

/** Tests with what they do, made from a seed. The same seed gives the same program, whoever runs it. */
final class Program {
    private static final int DEPTH = 3;

    /** Kinds whose bodies may wait for something else: they run on a level of pools of their own. */
    private static final List<Action.Kind> NESTING = List.of(
            Action.Kind.THREAD, Action.Kind.BARE_THREAD, Action.Kind.VIRTUAL, Action.Kind.STARTED_ELSEWHERE,
            Action.Kind.SUBMIT, Action.Kind.EXECUTE, Action.Kind.FORK, Action.Kind.LATE_THREAD,
            Action.Kind.LATE_TASK, Action.Kind.INITIALISER, Action.Kind.INNER_TEST);

    /** What is no good inside an initialiser or a thread that is late already: it waits for an end. */
    private static final Set<Action.Kind> WAITS_FOR_END = Set.of(Action.Kind.LATE_THREAD, Action.Kind.LATE_TASK);

    /** A test: what it does, and whether it fails then. */
    static final class Case {
        final String name;
        final List<Action> actions = new ArrayList<>();
        boolean fails;
        /** Hit after its failure was reported, when it fails, and after its end. */
        int afterFailure = -1;
        int between = -1;

        Case(String name) {
            this.name = name;
        }
    }

    final long seed;
    final List<Case> cases = new ArrayList<>();
    /** What the container of the tests does before and after them, where containers have fixtures. */
    final List<Action> before = new ArrayList<>();
    final List<Action> after = new ArrayList<>();
    final int threads;
    final boolean onPool;

    private final Random random;
    private final Set<Integer> without;
    private int numbers;

    Program(long seed, Set<Integer> without) {
        this.seed = seed;
        this.without = without;
        random = new Random(seed * 0x9E3779B97F4A7C15L);
        threads = 1 + random.nextInt(4);
        onPool = random.nextInt(3) == 0;
        int tests = 2 + random.nextInt(5);
        fill(before, random.nextInt(3), 1, false);
        for (int test = 0; test < tests; test++) {
            Case made = new Case("t" + test);
            made.fails = random.nextInt(4) == 0;
            fill(made.actions, 1 + random.nextInt(5), 0, false);
            cases.add(made);
        }
        fill(after, random.nextInt(2), 1, true);
    }

    /** Removed actions are made as well, so that those which stay are the same. */
    private void fill(List<Action> into, int count, int depth, boolean late) {
        for (int i = 0; i < count; i++) {
            Action action = new Action(numbers++, kind(depth, late), random.nextLong());
            if (NESTING.contains(action.kind) && depth + 1 < DEPTH) {
                boolean within = late || WAITS_FOR_END.contains(action.kind) || action.kind == Action.Kind.INITIALISER;
                fill(action.body, random.nextInt(3), depth + 1, within);
            }
            if (!without.contains(action.number)) {
                into.add(action);
            }
        }
    }

    private Action.Kind kind(int depth, boolean late) {
        for (;;) {
            Action.Kind kind = Action.Kind.values()[random.nextInt(Action.Kind.values().length)];
            boolean rare = kind == Action.Kind.INITIALISER && random.nextInt(3) > 0;
            if (!rare && !(late && WAITS_FOR_END.contains(kind)) && !(depth > 0 && kind == Action.Kind.INNER_TEST)) {
                return kind;
            }
        }
    }

    /** Gives every action its cells; a program that runs often has others each time. */
    void number(IntSupplier cells) {
        number(before, cells);
        number(after, cells);
        for (Case test : cases) {
            number(test.actions, cells);
            test.afterFailure = cells.getAsInt();
            test.between = cells.getAsInt();
        }
    }

    private static void number(List<Action> actions, IntSupplier cells) {
        for (Action action : actions) {
            action.cell = cells.getAsInt();
            action.second = cells.getAsInt();
            action.initialiser = action.kind == Action.Kind.INITIALISER ? Cells.nextInitialiser() : -1;
            number(action.body, cells);
        }
    }

    /** The program for people. */
    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        out.append("seed ").append(seed).append(", ").append(threads).append(onPool ? " pool threads\n" : " threads\n");
        print(out, "before", before);
        for (Case test : cases) {
            print(out, "test " + test.name + (test.fails ? ", fails" : ""), test.actions);
        }
        print(out, "after", after);
        return out.toString();
    }

    private static void print(StringBuilder out, String title, List<Action> actions) {
        out.append("  ").append(title).append('\n');
        for (Action action : actions) {
            action.print(out, "    ");
        }
    }
}
