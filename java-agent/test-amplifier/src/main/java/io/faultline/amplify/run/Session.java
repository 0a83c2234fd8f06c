package io.faultline.amplify.run;

import io.faultline.amplify.observe.Observed;
import io.faultline.runner.Ran;
import io.faultline.runner.Streams;
import io.faultline.runner.Watchdog;
import java.io.IOException;
import java.util.Collections;
import java.util.List;

/**
 * The tests that run, one after the other: what a driver says of them becomes lines of the results.
 *
 * <p>Threads: a driver's calls come from the thread of the tests; {@link #cutOff} and the watchdog's from others.
 */
final class Session {
    /** Exit status where a test could not be ended. */
    static final int UNENDED = 87;

    /** In the name of each variant. */
    private static final String VARIANT = "_faultline_";

    private final Request request;
    private final Results results;
    private final Frames frames;
    private final Watchdog watchdog;
    private final long startNanos = System.nanoTime();

    /** The method that runs; null between tests. */
    private String running;

    private Wanted.Execution wanted;

    Session(Request request, Results results) {
        this.request = request;
        this.results = results;
        frames = new Frames(request.testClass);
        watchdog = Watchdog.awake();
    }

    /** In the order in which they are to run. */
    List<String> methods() {
        return request.methods;
    }

    /** Whether no further test is to begin. */
    boolean isOver() {
        return leftNanos() <= 0;
    }

    private long leftNanos() {
        return request.deadlineMs <= 0 ? Long.MAX_VALUE : request.deadlineMs * 1_000_000 - (System.nanoTime() - startNanos);
    }

    /** Whether what runs is no test of the project's own. */
    synchronized boolean isVariantRunning() {
        return running != null && running.contains(VARIANT);
    }

    synchronized boolean isRunning() {
        return running != null;
    }

    /** A test begins. */
    void begin(String method) {
        Streams.silence();
        synchronized (this) {
            running = method;
            wanted = request.wanted == null ? null : request.wanted.next(method);
        }
        Observed.begin(wanted == null ? null : wanted.observations, request.values);
        watchdog.start(request.limitMs * 1_000_000, this::giveUp);
    }

    /** It has ended. */
    void ended(Ran ran) {
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
        Outcome how = ran.outcome == Ran.Outcome.FAILED && isLinkage(thrown) ? Outcome.LINKAGE : Outcome.of(ran.outcome);
        if (request.wanted != null && wanted != null && how != Outcome.LINKAGE) {
            check(method, how, thrown, hasDiffered, seen);
        } else {
            results.add(method, how, exception(how, thrown), frame(how, thrown), seen);
        }
    }

    /** It passes if it showed the same and ended the same way as on classes that are right. */
    private void check(String method, Outcome how, Throwable thrown, boolean hasDiffered, List<String> seen) {
        String end = exception(how, thrown);
        if (!hasDiffered && end.equals(wanted.end)) {
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

    /** What a class's own initialiser throws says nothing of how classes fit together. */
    private static boolean isLinkage(Throwable thrown) {
        boolean ofInitialiser = thrown instanceof ExceptionInInitializerError
                || thrown instanceof NoClassDefFoundError && String.valueOf(thrown.getMessage()).startsWith("Could not initialize class");
        return thrown instanceof LinkageError && !ofInitialiser;
    }

    /** The framework leaves a method out. */
    void skipped(String method, Throwable why) {
        results.add(method, Outcome.SKIPPED, why == null ? "" : why.getClass().getName(), "", Collections.<String>emptyList());
    }

    /** All has run: what nothing was heard of was left out. {@code why} is what kept tests from running; null if unknown. */
    void finish(Throwable why) {
        for (String method : request.methods) {
            if (!isOver() && !results.has(method)) {
                skipped(method, why);
            }
        }
    }

    /** A test that cannot be ended ends the JVM. */
    private void giveUp() {
        tell(Outcome.TIMEOUT, "");
        Runtime.getRuntime().halt(UNENDED);
    }

    /** The JVM ends; a test that runs has asked for it. */
    void cutOff() {
        if (!isRunning()) {
            return;
        }
        tell(Outcome.FAILED, Exited.class.getName());
        try {
            // Others have hooks, too: a recording agent.
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
                // The line is written.
            }
        }
    }
}
