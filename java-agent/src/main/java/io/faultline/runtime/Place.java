package io.faultline.runtime;

import java.util.Arrays;

/**
 * Where a thread is: for whom it runs, and for whom it ran before that.
 *
 * <p>Threads: its own only.
 */
final class Place {
    /** For whom the thread runs. May have ended; the next probe then looks for another. */
    private Context context;

    /** Its element is the table of {@link #context}: what probes hold on to while a method runs. */
    final byte[][][][] cell = new byte[1][][][];

    /** What a thread that runs tests does between them; null on other threads. */
    private Context between;

    /** The task that a thread of a pool was given; null on other threads. */
    private Object taken;

    private Context[] before = new Context[4];
    private int depth;

    /** The thread may be older than telling threads apart, and has begun no task since. */
    private boolean early;

    Place(Context context, boolean early) {
        this.early = early;
        runFor(context);
    }

    private void runFor(Context owner) {
        context = owner;
        cell[0] = owner.table;
    }

    /** Runs for a class's initialiser until {@link #leaveInitialiser}. */
    Context enterInitialiser(int id) {
        Context initialiser = Context.initialiser(id, context.living());
        enter(initialiser);
        return initialiser;
    }

    /** Runs for {@code inner} until {@link #leave}. */
    void enter(Context inner) {
        if (depth == before.length) {
            before = Arrays.copyOf(before, 2 * depth);
        }
        before[depth++] = context;
        runFor(inner);
    }

    /**
     * Begins a task of {@code owner}. One that is not known, null, is older than telling threads apart: it counts
     * for whoever the thread belongs to, else for the test that was alone then.
     */
    void enterTask(Context owner) {
        if (owner != null) {
            early = false;
            enter(owner);
            return;
        }
        Context living = context.living();
        Context likely = living != null ? living : Scopes.alone();
        enter(likely != null ? likely : Context.NOBODY);
    }

    /** Has this thread of a pool been given that task, and not asked for another one since? */
    boolean hasTaken(Object task) {
        return taken == task;
    }

    /** Begins a task of the pool. */
    void take(Object task, Context owner) {
        enterTask(owner);
        taken = task;
    }

    /** Ends the task of the pool, if there is one. */
    void idle() {
        if (taken != null) {
            leave();
            taken = null;
        }
    }

    /** Back to before the last {@link #enter}. */
    void leave() {
        if (depth > 0) {
            runFor(before[--depth]);
            before[depth] = null;
        }
    }

    /**
     * Leaves the initialiser of a class and whatever was entered in it and not left.
     *
     * @return null when it was never entered
     */
    Context leaveInitialiser(int id) {
        if (context.initialiser == id) {
            Context left = context;
            leave();
            return left;
        }
        for (int at = depth - 1; at > 0; at--) {
            if (before[at].initialiser == id) {
                Context left = before[at];
                while (depth > at) {
                    leave();
                }
                return left;
            }
        }
        return null;
    }

    /** For whom a thread or task runs that this thread makes now. */
    Context handOn() {
        Context owner = living();
        if (owner == null || !owner.isInherited()) {
            return Context.NOBODY;
        }
        owner.shared = true;
        return owner;
    }

    /** What a thread left for something that began on top of it. */
    static final class Left {
        private final Context context;
        private final Context between;
        private final int depth;

        private Left(Context context, Context between, int depth) {
            this.context = context;
            this.between = between;
            this.depth = depth;
        }
    }

    /** Runs for nobody, and nothing that begins here is a part of what the thread ran for. */
    Left interrupt() {
        Left left = new Left(context, between, depth);
        between = null;
        runFor(Context.NOBODY);
        return left;
    }

    /** Back to what {@link #interrupt} left, and out of whatever was entered since. */
    void resume(Left left) {
        while (depth > left.depth) {
            leave();
        }
        between = left.between;
        runFor(left.context);
    }

    /** Begins a test. */
    Context startTest() {
        runFor(Context.test(context.living()));
        return context;
    }

    /** From here on what the thread runs outside of tests is collected for {@link #takeBetween}. */
    void collectBetween() {
        between = Context.rest();
    }

    /** What ran since {@link #collectBetween}, outside of tests; null when that was not called. */
    Context takeBetween() {
        Context taken = between;
        between = null;
        return taken;
    }

    /** The array for the first probe of a chunk since the owner changed. */
    byte[] first(int chunk) {
        for (;;) {
            Context owner = living();
            if (owner == null) {
                owner = between != null ? between : Background.of(Thread.currentThread());
            }
            runFor(owner);
            byte[] hits = owner.array(chunk);
            if (hits != null) {
                return hits;
            }
        }
    }

    /**
     * The test or initialiser for which the thread runs; null for none.
     *
     * <p>What a thread did when threads began to be told apart is not known, if it belonged to nobody then: it
     * may have run a task of the one test that was open, and so it counts as that test's until its end.
     */
    private Context living() {
        Context owner = context.living();
        return owner == null && early && between == null ? Scopes.alone() : owner;
    }
}
