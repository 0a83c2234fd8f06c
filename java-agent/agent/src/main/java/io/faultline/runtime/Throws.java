package io.faultline.runtime;

/**
 * Finds where exceptions were thrown, from events at the throw, if the JVM was started to provide them. Otherwise stack
 * traces are used.
 *
 * <p>Threads: started and stopped under the session's lock, read by any.
 */
public abstract class Throws {
    private static volatile Throws witness;

    private int open;

    /** Makes this the active instance. */
    public final void install() {
        witness = this;
    }

    /** Returns class, method and line of the first throw of an exception; null if there was no event. */
    static String[] siteOf(Throwable thrown) {
        Throws told = witness;
        return told == null || thrown == null ? null : told.site(thrown);
    }

    /** Notes that a test starts: events are expensive and only needed during tests. */
    static void testStarted() {
        Throws told = witness;
        if (told != null && told.open++ == 0) {
            told.listen(true);
        }
    }

    /** Notes that a test ended. */
    static void testEnded() {
        Throws told = witness;
        if (told != null && told.open > 0 && --told.open == 0) {
            told.listen(false);
        }
    }

    /** Starts or stops listening. */
    protected abstract void listen(boolean on);

    /** Returns class, method and line of the first throw of an exception, or null. */
    protected abstract String[] site(Throwable thrown);
}
