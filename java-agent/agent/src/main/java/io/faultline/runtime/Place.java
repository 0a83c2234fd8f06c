package io.faultline.runtime;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Where a thread is: for whom it runs, and for whom it ran before that. It is the form of the rule of
 * {@code docs/whose-hit.md} that knows threads.
 *
 * <p>Threads: its own only.
 */
final class Place {
    /** For whom the thread runs. May have ended; the next probe then looks for another. */
    private Context context;

    /** Has the table of {@link #context}: what probes hold on to while a method runs. */
    final Consumer<byte[][][]> cell = Scopes.newCell();

    /** What a thread that runs tests does between them; null on other threads. */
    private Context between;

    /** How deep the thread was when that began, or has come up to since: what it begins above is another's. */
    private int betweenDepth;

    /** The task that a thread of a pool was given; null on other threads. */
    private Object taken;

    private Context[] before = new Context[4];
    private int depth;

    /** How deep the thread was in each loop that it runs tasks in. */
    private int[] loops = new int[2];
    private int loopDepth;

    /** The thread may be older than telling threads apart, and has not asked a pool for a task since. */
    private boolean early;

    /** The thread has made a thread that inherits its place, and its constructor has not returned yet. */
    private boolean inherited;

    Place(Context context, boolean early) {
        this.early = early;
        runFor(context);
    }

    private void runFor(Context owner) {
        context = owner;
        cell.accept(owner.table);
    }

    /** For whom the thread runs; it may have ended. */
    Context now() {
        return context;
    }

    /** The test or initialiser for which the thread runs; null for none. */
    Context owner() {
        Context owner = living();
        return owner == null || !owner.isInherited() ? null : owner;
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
     * Begins a task of {@code owner}. One that is not known, null, is older than telling threads apart: it counts for the
     * test that was alone then, whoever the thread belongs to; one that may have begun before only if the thread is that
     * test's, else for nobody.
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

    /** Begins a loop that runs tasks of several owners; what it does itself is nobody's, or of whoever called it. */
    void enterLoop(boolean ofNobody) {
        enter(ofNobody ? Context.NOBODY : context);
        if (loopDepth == loops.length) {
            loops = Arrays.copyOf(loops, 2 * loopDepth);
        }
        loops[loopDepth++] = depth;
    }

    /** Is done with the task of the innermost loop, if it was in one: a task that threw did not say so. */
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

    /** Has this thread of a pool been given that task, and not asked for another one since? */
    boolean hasTaken(Object task) {
        return taken == task;
    }

    /** Begins a task of the pool. */
    void take(Object task, Context owner) {
        enterTask(owner, true);
        taken = task;
    }

    /** Ends the task of the pool, if there is one. */
    void idle() {
        if (taken != null) {
            leave();
            taken = null;
        }
        if (depth == 0) {
            early = false;
        }
    }

    /** Back to before the last {@link #enter}. */
    void leave() {
        if (depth > 0) {
            runFor(before[--depth]);
            before[depth] = null;
            betweenDepth = Math.min(betweenDepth, depth);
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

    /** For whom a task runs that this thread makes now: what is made between tests goes on there, if this thread runs it. */
    Context handOnTask() {
        boolean goesOn = living() == null ? isBetween() : context == between;
        return goesOn ? between : handOn();
    }

    /** For whom a thread runs that this thread makes now. */
    Context handOn() {
        Context owner = owner();
        if (owner == null) {
            return Context.NOBODY;
        }
        owner.shared = true;
        return owner;
    }

    /** What a thread left for something that began on top of it. */
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

    /** Runs for nobody, and nothing that begins here is a part of what the thread ran for. */
    Left interrupt() {
        Left left = new Left(this);
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
        betweenDepth = left.betweenDepth;
        runFor(left.context);
    }

    /** The place of a thread that this one makes, and that inherits it. */
    Place forChild(boolean before) {
        // Before, no constructor asks.
        inherited = !before;
        return new Place(handOn(), before);
    }

    /** Did the thread that was made last inherit its place? */
    boolean takeInherited() {
        boolean did = inherited;
        inherited = false;
        return did;
    }

    /** Begins a test. */
    Context startTest() {
        runFor(Context.test(context.living()));
        return context;
    }

    /** From here on what the thread runs outside of tests is collected for {@link #takeBetween}. */
    void collectBetween() {
        between = Context.rest();
        betweenDepth = depth;
    }

    /** Is what runs now, when it is no test's, what the thread does between tests? A task of somebody else is not. */
    private boolean isBetween() {
        return between != null && depth == betweenDepth;
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

    /** What was hit in these arrays, which have no owner any more, is charged to whoever the thread runs for. */
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

    /** For the moment in which probes ask already and nobody has looked at the threads yet; the next probe asks again. */
    private byte[] guess(int chunk) {
        Context alone = depth > 0 || between != null ? null : Scopes.alone();
        return alone == null ? null : alone.array(chunk);
    }

    /**
     * The test or initialiser for which the thread runs; null for none.
     *
     * <p>A thread of a pool that was in a task when threads began to be told apart runs for the test that was open then, to
     * the end of either. Any other thread that a test has left running, or of which nothing is known, does not.
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
