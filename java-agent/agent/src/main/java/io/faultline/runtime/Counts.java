package io.faultline.runtime;

/**
 * Counts tests, to detect missing rows: separately by the session, which creates rows, and by the platform's reports.
 *
 * <p>Threads: any.
 */
public final class Counts {
    /** Names in the seal of a file, explained in {@code docs/file-format.md}. */
    static final String STARTED = "tests started";

    static final String ENDED = "tests ended";
    static final String ABORTED = "tests cut off";
    static final String ANNOUNCED = "tests announced by the platform";
    static final String ROWS = "tests announced by the platform that got a row";
    static final String INSIDE = "tests announced by the platform inside tests";

    private long started;
    private long ended;
    private long aborted;
    private long announced;
    private long rows;
    private long inside;

    /** Receives the counts. */
    public interface Sink {
        void count(String name, long value);
    }

    /** Counts an opened test. */
    synchronized void started() {
        started++;
    }

    /** Counts a test with a row. */
    synchronized void ended() {
        ended++;
    }

    /** Counts a test with a row that did not end normally. */
    synchronized void aborted() {
        aborted++;
    }

    /** Counts a test when the platform first reports its start. */
    public synchronized void announced() {
        announced++;
    }

    /** Counts a reported test that is part of its thread's running test. */
    public synchronized void inside() {
        inside++;
    }

    /** Counts a row named by the platform. */
    synchronized void named() {
        rows++;
    }

    /** Reports all counts, unless all are 0. */
    public synchronized void tell(Sink sink) {
        if (started == 0 && announced == 0) {
            return;
        }
        sink.count(STARTED, started);
        sink.count(ENDED, ended);
        sink.count(ABORTED, aborted);
        sink.count(ANNOUNCED, announced);
        sink.count(ROWS, rows);
        sink.count(INSIDE, inside);
    }
}
