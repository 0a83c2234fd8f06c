package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Fuel;
import io.faultline.mutants.boot.Site;
import io.faultline.runner.Ran;
import io.faultline.runner.Watchdog;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Where runs happen, one at a time: sets the mutant, the fuel and the watch, and says how it was. Threads: the test's. */
final class Bench {
    /** Exit code: the state that tests see is not as it was. */
    static final int POISONED = 86;

    /** Exit code: a run could not be ended. */
    static final int STUCK = 87;

    private static final long FUEL_FLOOR = 20_000;
    private static final long FUEL_FACTOR = 10;
    private static final long WALL_FACTOR = 20;
    private static final long PATIENCE = 6;
    private static final long MS = 1_000_000;

    final ResultsFile results;

    /** By test number: those known from earlier units. */
    final Map<Integer, Baseline> baselines = new HashMap<>();

    /** Mutants that broke a test of a unit that looks for the first break only. */
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

    /** @param wall the least limit of a run under a mutant, {@code wallMost} the highest, in ms */
    Bench(ResultsFile results, PairFile pair, long wall, long wallMost) {
        this.results = results;
        this.pair = pair;
        this.wall = wall * MS;
        this.wallMost = wallMost * MS;
    }

    /** Whether a mutant was active in this JVM: what differs now may be its doing. */
    boolean isDirty() {
        return dirty;
    }

    /** Begins a run without a mutant, of a test of which nothing is known; or a probing one. */
    void beginBaseline(int test, int mutant, Runnable hopeless) {
        begin(test, mutant, Long.MAX_VALUE, PATIENCE * wallMost, hopeless);
    }

    /** Begins a run that is to be compared. */
    void begin(int test, int mutant, Baseline baseline, Runnable hopeless) {
        dirty |= mutant != Site.NONE;
        begin(test, mutant, FUEL_FACTOR * baseline.fuel() + FUEL_FLOOR, limit(baseline), hopeless);
    }

    private long limit(Baseline baseline) {
        long limit = Math.min(wallMost, Math.max(wall, WALL_FACTOR * baseline.nanos()));
        // A test that takes long by itself must be able to end.
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
        Site.active = mutant;
    }

    /** Ends the run. */
    Ending end(Ran ran, int usualExits) {
        Site.active = Site.NONE;
        boolean cutOff = stopWatch();
        // A test may interrupt itself; the next one is not meant.
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

    /** Whether memory that ran out has come back. */
    boolean hasMemory() {
        return reserve.renew();
    }

    /** Whether the run that has just ended left threads that go on, more than {@code usual}. */
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
     * Ends the JVM without waiting long: its shutdown hooks, which delete files and stop processes, get half a second. From the
     * watchdog's thread and where the test's thread hangs, too.
     */
    void leave(int status) {
        Site.active = Site.NONE;
        Fuel.refill();
        pair.ended();
        Worker.exit(status);
    }
}
