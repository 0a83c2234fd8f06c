package io.faultline.runtime;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The state of a thread: its current owner and the stack of earlier ones. Applies the rule of
 * {@code docs/recording.md} by threads.
 *
 * <p>Threads: only its own.
 */
final class Place {
    /** The current owner. May have ended; the next probe then finds another one. */
    private Context context;

    /** The thread's cell with the table of {@link #context}, used by probes while a method runs. */
    final Consumer<byte[][][]> cell = Scopes.newCell();

    /** Collects what a test-running thread does between tests; null on other threads. */
    private Context between;

    /** Lowest depth of the thread since {@link #between} began: what begins above belongs to another owner. */
    private int betweenDepth;

    /** The task that a pool thread was given; null on other threads. */
    private Object taken;

    private Context[] before = new Context[4];
    private int depth;

    /** Depth of the thread at each of its task loops. */
    private int[] loops = new int[2];

    private int loopDepth;

    /** Whether the thread may be older than telling threads apart, and has not requested a pool task since. */
    private boolean early;

    /** Whether a test or fixture began on this thread. */
    private boolean hasRunTests;

    /** Whether the thread is creating a thread that inherits its place, until the constructor returns. */
    private boolean inherited;

    Place(Context context, boolean early) {
        this.early = early;
        runFor(context);
    }

    private void runFor(Context owner) {
        context = owner;
        cell.accept(owner.table);
    }

    /** Returns the current owner, which may have ended. */
    Context now() {
        return context;
    }

    /**
     * Whether the thread was made for a test, fixture or initialiser, ended or not, and has begun none itself. A framework
     * makes the threads on which it runs tests before these.
     */
    boolean isHelper() {
        return !hasRunTests && context.isInherited();
    }

    /** Returns the test or initialiser that the thread runs for; null if there is none. */
    Context owner() {
        Context owner = living();
        return owner == null || !owner.isInherited() ? null : owner;
    }

    /** Makes a class's initialiser the owner until {@link #leaveInitialiser}. */
    Context enterInitialiser(int id) {
        Context initialiser = Context.initialiser(id, context.living());
        enter(initialiser);
        return initialiser;
    }

    /** Makes {@code inner} the owner until {@link #leave}. */
    void enter(Context inner) {
        if (depth == before.length) {
            before = Arrays.copyOf(before, 2 * depth);
        }
        before[depth++] = context;
        runFor(inner);
    }

    /**
     * Begins a task. With an unknown owner, null, it is older than telling threads apart. It then counts for the test
     * that ran alone at that time; a task that may run again only if the thread belongs to that test, otherwise it has
     * no owner.
     */
    void enterTask(Context owner, boolean once) {
        if (owner == Context.CALLER) {
            enter(context);
        } else if (owner != null) {
            enter(owner.isInherited() || owner == between ? owner : Context.NOBODY);
        } else {
            Context alone = once || Scopes.isAlone(context.living()) ? Scopes.alone() : null;
            enter(alone != null ? alone : Context.NOBODY);
        }
    }

    /** Begins a loop that runs tasks of several owners; the loop itself has no owner or belongs to its caller. */
    void enterLoop(boolean ofNobody) {
        enter(ofNobody ? Context.NOBODY : context);
        if (loopDepth == loops.length) {
            loops = Arrays.copyOf(loops, 2 * loopDepth);
        }
        loops[loopDepth++] = depth;
    }

    /** Ends the task of the innermost loop, if any: a task that threw was not ended. */
    void betweenTasks() {
        while (loopDepth > 0 && depth > loops[loopDepth - 1]) {
            leave();
        }
    }

    /** Ends the innermost loop. */
    void leaveLoop() {
        betweenTasks();
        if (loopDepth > 0) {
            loopDepth--;
            leave();
        }
    }

    /** Whether this pool thread was given a task and has not requested another since. */
    boolean hasTaken(Object task) {
        return taken == task;
    }

    /** Begins a task of the pool. */
    void take(Object task, Context owner) {
        enterTask(owner, true);
        taken = task;
    }

    /** Ends the task of the pool, if any. */
    void idle() {
        if (taken != null) {
            leave();
            taken = null;
        }
        if (depth == 0) {
            early = false;
        }
    }

    /** Restores the owner before the last {@link #enter}. */
    void leave() {
        if (depth > 0) {
            runFor(before[--depth]);
            before[depth] = null;
            betweenDepth = Math.min(betweenDepth, depth);
        }
    }

    /**
     * Leaves the initialiser of a class, and everything entered in it and not left.
     *
     * @return null if it was not entered
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

    /**
     * Returns the owner of a task created by this thread now. A task created between tests keeps that context if this
     * thread runs it.
     */
    Context handOnTask() {
        boolean goesOn = living() == null ? isBetween() : context == between;
        return goesOn ? between : handOn();
    }

    /** Returns the owner of a thread created by this thread now. */
    Context handOn() {
        Context owner = owner();
        if (owner == null) {
            return Context.NOBODY;
        }
        owner.shared = true;
        return owner;
    }

    /** The state of a thread before an interruption. */
    static final class Left {
        private final Context context;
        private final Context between;
        private final int betweenDepth;
        private final int depth;

        private Left(Place place) {
            context = place.context;
            between = place.between;
            betweenDepth = place.betweenDepth;
            depth = place.depth;
        }
    }

    /** Clears the owner, and isolates what begins now from what the thread ran for. */
    Left interrupt() {
        Left left = new Left(this);
        between = null;
        runFor(Context.NOBODY);
        return left;
    }

    /** Restores the state before {@link #interrupt}, leaving everything entered since. */
    void resume(Left left) {
        while (depth > left.depth) {
            leave();
        }
        between = left.between;
        betweenDepth = left.betweenDepth;
        runFor(left.context);
    }

    /** Returns the place of a thread created by this one that inherits it. */
    Place forChild(boolean before) {
        // Before telling threads apart, no constructor reads this.
        inherited = !before;
        return new Place(handOn(), before);
    }

    /** Whether the thread created last inherited its place; resets the flag. */
    boolean takeInherited() {
        boolean did = inherited;
        inherited = false;
        return did;
    }

    /** Begins a test. */
    Context startTest() {
        hasRunTests = true;
        runFor(Context.test(context.living()));
        return context;
    }

    /** Starts to collect what the thread runs outside of tests, for {@link #takeBetween}. */
    void collectBetween() {
        between = Context.rest();
        betweenDepth = depth;
    }

    /**
     * Whether the current code, if outside of tests, is the thread's activity between tests, and not a task of another
     * owner.
     */
    private boolean isBetween() {
        return between != null && depth == betweenDepth;
    }

    /** Returns what ran outside of tests since {@link #collectBetween}; null if that was not called. */
    Context takeBetween() {
        Context taken = between;
        between = null;
        return taken;
    }

    /** Returns the array for the first probe of a chunk since the owner changed. */
    byte[] first(int chunk) {
        for (; ; ) {
            Context owner = living();
            byte[] guessed = owner == null && early && !Elders.areKnown() ? guess(chunk) : null;
            if (guessed != null) {
                return guessed;
            }
            if (owner == null) {
                owner = isBetween() ? between : Background.of(Thread.currentThread());
            }
            runFor(owner);
            byte[] hits = owner.array(chunk);
            if (hits != null) {
                return hits;
            }
        }
    }

    /** Adds hits of an ended owner to the current one. */
    void add(byte[][] hits) {
        for (int chunk = 0; chunk < hits.length; chunk++) {
            if (hits[chunk] != null) {
                add(hits[chunk], first(chunk));
            }
        }
    }

    private static void add(byte[] hits, byte[] all) {
        for (int at = 0; at < hits.length; at++) {
            if (hits[at] != 0) {
                all[at] = hits[at];
            }
        }
    }

    /** Used while probes are scoped already but stacks are not examined yet; the next probe asks again. */
    private byte[] guess(int chunk) {
        Context alone = depth > 0 || between != null ? null : Scopes.alone();
        return alone == null ? null : alone.array(chunk);
    }

    /**
     * Returns the test or initialiser that the thread runs for; null if there is none.
     *
     * <p>A pool thread that was running a task when threads began to be told apart runs for the test that was open
     * then, until either ends. Other threads left by a test, or without known owner, do not.
     */
    private Context living() {
        if (!early || depth > 0 || between != null || !Elders.areKnown()) {
            return context.living();
        }
        Thread thread = Thread.currentThread();
        if (Elders.wasLoop(thread)) {
            early = false;
            runFor(Context.NOBODY);
            return null;
        }
        Context owner = context.living();
        return owner == null && Elders.wasInTask(thread) ? Scopes.alone() : owner;
    }
}
