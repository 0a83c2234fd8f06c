package io.faultline.amplify.run;

import io.faultline.amplify.observe.Observed;
import io.faultline.runner.Clock;
import io.faultline.runner.Listener;
import io.faultline.runner.Ran;
import io.faultline.runner.Streams;
import io.faultline.runner.Watchdog;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/**
 * Writes a results line for each test that a driver reports.
 *
 * <p>Threads: a driver calls from the tests' thread; {@link #cutOff} and the watchdog call from others.
 */
final class Session implements Listener {
    /** Exit code if a test could not be ended. */
    static final int UNENDED = 87;

    /** Part of the name of every variant. */
    private static final String VARIANT = "_faultline_";

    private final Request request;
    private final Results results;
    private final Frames frames;
    private final Watchdog watchdog;
    private final Clock clock;

    /** The running method; null between tests. */
    private String running;

    private Expected.Execution expected;

    /** The reason why tests could not run; null if unknown. */
    private Throwable why;

    Session(Request request, Results results) {
        this.request = request;
        this.results = results;
        frames = new Frames(request.testClass);
        watchdog = Watchdog.awake();
        clock = new Clock(request.deadlineMs);
    }

    @Override
    public boolean isOver() {
        return clock.left() == 0;
    }

    @Override
    public void leave() {
        Run.exit(0);
    }

    /** Whether a variant, rather than the project's own test, is running. */
    synchronized boolean isVariantRunning() {
        return running != null && running.contains(VARIANT);
    }

    synchronized boolean isRunning() {
        return running != null;
    }

    @Override
    public void started(String method) {
        Streams.silence();
        synchronized (this) {
            running = method;
            expected = request.expected == null ? null : request.expected.next(method);
        }
        Observed.begin(expected == null ? null : expected.observations, request.values);
        watchdog.start(request.limitMs * 1_000_000, this::giveUp);
    }

    @Override
    public void ended(String test, Ran ran) {
        boolean wasEnded = watchdog.stop();
        String method;
        synchronized (this) {
            method = running;
            running = null;
        }
        if (method == null) {
            return;
        }
        boolean hasDiffered = Observed.hasDiffered();
        List<String> seen = Observed.end();
        if (wasEnded) {
            results.add(method, Outcome.TIMEOUT, "", "", seen);
            return;
        }
        Throwable thrown = ran.thrown;
        Outcome how =
                ran.outcome == Ran.Outcome.FAILED && isLinkage(thrown) ? Outcome.LINKAGE : Outcome.of(ran.outcome);
        if (request.expected != null && expected != null && how != Outcome.LINKAGE) {
            check(method, how, thrown, hasDiffered, seen);
        } else {
            results.add(method, how, exception(how, thrown), frame(how, thrown), seen);
        }
    }

    /** Compares with the correct classes: passes if observations and end are the same. */
    private void check(String method, Outcome how, Throwable thrown, boolean hasDiffered, List<String> seen) {
        String end = exception(how, thrown);
        if (!hasDiffered && end.equals(expected.end)) {
            results.add(method, Outcome.PASSED, "", "", seen);
        } else {
            results.add(method, how == Outcome.ABORTED ? how : Outcome.FAILED, end, frame(how, thrown), seen);
        }
    }

    private static String exception(Outcome how, Throwable thrown) {
        return how == Outcome.PASSED || thrown == null ? "" : thrown.getClass().getName();
    }

    private String frame(Outcome how, Throwable thrown) {
        return how == Outcome.PASSED || thrown == null ? "" : frames.of(thrown);
    }

    /**
     * Whether the exception is a linkage error. Failures of a static initialiser do not count: they do not mean that
     * classes are incompatible.
     */
    private static boolean isLinkage(Throwable thrown) {
        boolean ofInitialiser = thrown instanceof ExceptionInInitializerError
                || thrown instanceof NoClassDefFoundError
                        && String.valueOf(thrown.getMessage()).startsWith("Could not initialize class");
        return thrown instanceof LinkageError && !ofInitialiser;
    }

    @Override
    public void failed(String what, Ran ran) {
        if (why == null && ran.outcome == Ran.Outcome.FAILED) {
            why = ran.thrown;
        }
    }

    /** Records methods without results as skipped, once everything has run. */
    void finish() {
        for (String method : request.methods) {
            if (!isOver() && !results.has(method)) {
                results.add(
                        method, Outcome.SKIPPED, exception(Outcome.SKIPPED, why), "", Collections.<String>emptyList());
            }
        }
    }

    /** Ends the JVM because a test cannot be ended. */
    private void giveUp() {
        tell(Outcome.TIMEOUT, "");
        Runtime.getRuntime().halt(UNENDED);
    }

    /** Called when the JVM ends; a running test must have requested it. */
    void cutOff() {
        if (!isRunning()) {
            return;
        }
        tell(Outcome.FAILED, Exited.class.getName());
        try {
            // Time for other shutdown hooks, such as a recording agent's.
            Thread.sleep(100);
        } catch (InterruptedException now) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(UNENDED);
    }

    private void tell(Outcome outcome, String exception) {
        String method;
        synchronized (this) {
            method = running;
            running = null;
        }
        if (method != null) {
            results.add(method, outcome, exception, "", Observed.end());
            try {
                results.close();
            } catch (IOException gone) {
                // The line has been written.
            }
        }
    }
}
