package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Fuel;
import io.faultline.mutants.boot.Site;
import io.faultline.runner.Ran;
import io.faultline.runner.Watchdog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Executes runs, one at a time: sets mutant, fuel and watchdog, and measures the result. Threads: the test's. */
final class Bench {
    /** Exit code: the state visible to tests may have changed. */
    static final int POISONED = 86;

    /** Exit code: a run could not be ended. */
    static final int STUCK = 87;

    private static final long FUEL_FLOOR = 20_000;
    private static final long FUEL_FACTOR = 10;
    private static final long WALL_FACTOR = 20;
    private static final long PATIENCE = 6;

    /** A run that has its fixtures in it, and the start of the JVM. */
    private static final long PATIENCE_ALONE = 2;

    private static final long MS = 1_000_000;

    final ResultsFile results;

    /** Baselines known from earlier units, by test number. */
    final Map<Integer, Baseline> baselines = new HashMap<>();

    /** Mutants that made a test fail in units that stop at the first failure. */
    final Set<Integer> broken = new HashSet<>();

    private final PairFile pair;
    private final Watchdog watchdog = Watchdog.awake();
    private final LeftThreads threads = new LeftThreads();
    private final Reserve reserve = new Reserve();
    private final long wall;
    private final long wallMost;

    private boolean dirty;
    private long started;
    private long fuel;
    private int exits;

    /**
     * @param wall the minimum time limit of a run under a mutant, in ms
     * @param wallMost the maximum time limit, in ms
     */
    Bench(ResultsFile results, PairFile pair, long wall, long wallMost) {
        this.results = results;
        this.pair = pair;
        this.wall = wall * MS;
        this.wallMost = wallMost * MS;
    }

    /** Whether a mutant has been active in this JVM, so that it may have caused later differences. */
    boolean isDirty() {
        return dirty;
    }

    /**
     * Starts a plain run of a test without a baseline, or a probing run. With a mutant that is active for good the run may
     * never end, and more than its test is in it.
     */
    void beginBaseline(int test, int mutant, Runnable hopeless) {
        begin(test, mutant, Long.MAX_VALUE, (Site.keeps() ? PATIENCE_ALONE : PATIENCE) * wallMost, hopeless);
    }

    /** Starts a run that is compared with the baseline. */
    void begin(int test, int mutant, Baseline baseline, Runnable hopeless) {
        dirty |= mutant != Site.NONE;
        begin(test, mutant, FUEL_FACTOR * baseline.fuel() + FUEL_FLOOR, limit(baseline), hopeless);
    }

    private long limit(Baseline baseline) {
        long limit = Math.min(wallMost, Math.max(wall, WALL_FACTOR * baseline.nanos()));
        // A slow test must be able to finish.
        return Math.max(limit, 2 * baseline.nanos());
    }

    private void begin(int test, int mutant, long fuelGiven, long limit, Runnable hopeless) {
        reserve.renew();
        threads.before();
        exits = Site.exits();
        fuel = fuelGiven;
        pair.began(test, mutant);
        Fuel.set(fuelGiven);
        started = System.nanoTime();
        watchdog.start(limit, hopeless);
        Site.run(mutant);
    }

    /** Ends the run and returns its result. */
    Ending end(Ran ran, int usualExits) {
        Site.run(Site.NONE);
        boolean cutOff = stopWatch();
        // Clears an interrupt that the test left behind, so that the next test does not see it.
        Thread.interrupted();
        long nanos = System.nanoTime() - started;
        boolean spent = Fuel.spent();
        long used = Math.max(0, fuel - Fuel.left());
        Fuel.refill();
        pair.ended();
        Reason byType = Ending.reasonOf(ran.thrown);
        if (byType == Reason.MEMORY) {
            reserve.release();
        }
        int asked = Site.exits() - exits;
        return new Ending(ran, reason(cutOff, spent, asked > usualExits, byType), nanos, used, asked, threads.more());
    }

    private boolean stopWatch() {
        try {
            return watchdog.stop();
        } catch (Throwable late) {
            return watchdog.stop() || late instanceof ThreadDeath;
        }
    }

    private static Reason reason(boolean cutOff, boolean spent, boolean exited, Reason byType) {
        if (cutOff) {
            return Reason.WALL;
        }
        if (spent) {
            return Reason.FUEL;
        }
        return exited ? Reason.EXIT : byType;
    }

    /** Whether the reserve could be allocated again after memory ran out. */
    boolean hasMemory() {
        return reserve.renew();
    }

    /** Whether the last run left more than {@code usual} threads that keep running. */
    boolean leftThreads(Ending ending, int usual) {
        if (ending.threads <= usual) {
            return false;
        }
        try {
            return threads.endsNot(usual);
        } finally {
            Fuel.refill();
        }
    }

    /**
     * Exits the JVM; shutdown hooks, which delete files and stop processes, get half a second. May be called from the
     * watchdog's thread while the test's thread hangs.
     */
    void leave(int status) {
        Site.active = Site.NONE;
        Fuel.refill();
        pair.ended();
        Worker.exit(status);
    }
}
