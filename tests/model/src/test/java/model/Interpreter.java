package model;

import java.io.PrintWriter;
import java.util.List;

/**
 * Says whose each hit of a program is, by the rules of {@code docs/recording.md} and nothing else: no thread is
 * started, and nothing of the agent is used. One line for each cell: its number, its owner, where it stands.
 *
 * <p>Owners: {@code row ID}, {@code fixture ID MOMENT}, {@code initialiser CLASS}, {@code nobody THREAD} (any thread: *), {@code unrecorded
 * THREAD} (that, or in no record), {@code aftermath ID} (a
 * fixture's after its tests, or nobody's), {@code stranger ID ID...} (a thread older than the change: nobody's, or of all these, marked), {@code dropped}.
 */
final class Interpreter {
    private static final String NOBODY = "nobody *";

    private final PrintWriter out;

    Interpreter(PrintWriter out) {
        this.out = out;
    }

    /** Tests of a notifier: no containers. {@code prefix} makes their names unique. */
    void ofNotifier(Program program, String prefix) {
        for (Program.Case test : program.cases) {
            String id = prefix + test.name + "(model.Programs)";
            test(program, test, id, "unrecorded " + prefix + "runner");
        }
    }

    /** Tests of an engine, in a container with fixtures: rules 20 to 22. */
    void ofEngine(Program program, String prefix) {
        String container = "[engine:model]/[container:" + prefix + "]";
        all(program.before, "fixture " + container + " 0", where(program, "before"));
        all(program.after, "aftermath " + container, where(program, "after"));
        for (Program.Case test : program.cases) {
            test(program, test, container + "/[test:" + test.name + "]", null);
        }
    }

    private void test(Program program, Program.Case test, String id, String runner) {
        test(id, test.fails);
        String where = where(program, test.name);
        all(test.actions, "row " + id, where);
        if (test.fails && runner != null) {
            line(test.afterFailure, "dropped", where + " after its failure");
        }
        if (runner != null) {
            line(test.between, runner, where + " after its end"); // rules 4 and 14
        }
    }

    private static String where(Program program, String part) {
        return "seed " + program.seed + " " + part;
    }

    private void all(List<Action> actions, String owner, String where) {
        for (Action action : actions) {
            of(action, owner, where);
        }
    }

    private void of(Action action, String owner, String where) {
        String hit = owner;
        String inside = owner;
        switch (action.kind) {
            case MAILED: // rule 11: the mailbox's thread is nobody's
                hit = "nobody mailbox";
                inside = NOBODY;
                break;
            case LATE_THREAD: // rules 12 and 14
            case LATE_TASK:
                hit = inside = NOBODY;
                break;
            case INITIALISER: // rules 7 and 13
                if (action.initialiser < 0) {
                    return; // none was left: nothing of it is run
                }
                hit = inside = "initialiser Initialised" + action.initialiser;
                line(action.second, owner, where + " #" + action.number + " after " + action.kind);
                break;
            default: // rules 4, 5, 8, 9, 10, 18, 19
                break;
        }
        line(action.cell, hit, where + " #" + action.number + " " + action.kind);
        all(action.body, inside, where);
    }

    synchronized void test(String id, boolean fails) {
        out.println("test\t" + id + "\t" + (fails ? "failed" : "passed"));
    }

    /** What is expected of a cell. */
    synchronized void line(int cell, String owner, String where) {
        out.println("cell\t" + cell + "\t" + owner + "\t" + where);
    }
}
