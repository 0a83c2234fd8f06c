package model;

import java.util.ArrayList;
import java.util.List;

/** One thing that a program does: it hits its own cell somewhere, and does the actions of its body there, too. */
final class Action {
    /** Where the cell is hit. Who owns that is the {@link Interpreter}'s to say. */
    enum Kind {
        /** Here. */
        HIT,
        /** In a thread made here, and awaited. */
        THREAD,
        /** In one that inherits no thread locals. */
        BARE_THREAD,
        /** In a virtual thread, where there are any. */
        VIRTUAL,
        /** In a thread made here and started by a thread of nobody's. */
        STARTED_ELSEWHERE,
        /** In a task given to a fixed pool by {@code submit}. */
        SUBMIT,
        /** In one given to it by {@code execute}. */
        EXECUTE,
        /** In a task of a scheduled pool. */
        SCHEDULE,
        /** In a part forked by a task of a fork-join pool. */
        FORK,
        /** In a stage of a {@code CompletableFuture} on the common pool. */
        ASYNC,
        /** In the second of two stages on a fixed pool. */
        CHAIN,
        /** In a parallel stream. */
        STREAM,
        /** In a task of a timer made here. */
        TIMER,
        /** In a {@code FutureTask} made here and mailed to a thread of nobody's. */
        MAILED_TASK,
        /** In a plain {@code Runnable} mailed to it. */
        MAILED,
        /** In a task of another fork-join pool for which a worker of the tests' own pool waits. */
        NESTED_WAIT,
        /** In a thread made here, once its test or fixture has ended. */
        LATE_THREAD,
        /** In a pool's task handed over here, once its test or fixture has ended. */
        LATE_TASK,
        /** In a static initialiser; its second cell in a thread made there, after the initialiser's end. */
        INITIALISER,
        /** In a test of JUnit 4 run in here. */
        INNER_TEST
    }

    final int number;
    final Kind kind;
    final long salt;
    final List<Action> body = new ArrayList<>();

    /** Given when the program is made ready: each run of it has cells of its own. */
    int cell = -1;

    int second = -1;

    /** The class that it initialises; none is left: -1. */
    int initialiser = -1;

    Action(int number, Kind kind, long salt) {
        this.number = number;
        this.kind = kind;
        this.salt = salt;
    }

    void print(StringBuilder out, String indent) {
        out.append(indent).append('#').append(number).append(' ').append(kind).append('\n');
        for (Action action : body) {
            action.print(out, indent + "  ");
        }
    }
}
