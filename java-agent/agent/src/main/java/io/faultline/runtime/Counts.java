package io.faultline.runtime;

/**
 * What was counted while tests ran, so that a row which is missing is noticed: by the session, which makes the
 * rows, and apart from it by whom the platform tells of its tests.
 *
 * <p>Threads: any.
 */
public final class Counts {
    /** Names in the seal of a file: {@code docs/file-format.md} says what each counts. */
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

    /** Receives the numbers. */
    public interface Sink {
        void count(String name, long value);
    }

    /** A test is open. */
    synchronized void started() {
        started++;
    }

    /** It has its row. */
    synchronized void ended() {
        ended++;
    }

    /** It has its row, without having come to its end. */
    synchronized void aborted() {
        aborted++;
    }

    /** The platform said that a test starts, the first time. */
    public synchronized void announced() {
        announced++;
    }

    /** That one was part of the test that its thread runs. */
    public synchronized void inside() {
        inside++;
    }

    /** A row has a name of the platform's. */
    synchronized void named() {
        rows++;
    }

    /** Tells all numbers, unless there is nothing to tell. */
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
