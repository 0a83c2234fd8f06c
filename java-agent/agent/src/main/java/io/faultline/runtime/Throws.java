package io.faultline.runtime;

/**
 * Where exceptions were thrown, from somebody who was told at the throw: the JVM, when it was started so that
 * it can tell. Without, stack traces must do.
 *
 * <p>Threads: opened and closed under the session's lock, read by any.
 */
public abstract class Throws {
    private static volatile Throws witness;

    private int open;

    /** Asks this one from now on. */
    public final void install() {
        witness = this;
    }

    /** Class, method and line of the first throw of an exception; null when nobody was told. */
    static String[] siteOf(Throwable thrown) {
        Throws told = witness;
        return told == null || thrown == null ? null : told.site(thrown);
    }

    /** A test starts: being told costs much, and is of use in tests only. */
    static void testStarted() {
        Throws told = witness;
        if (told != null && told.open++ == 0) {
            told.listen(true);
        }
    }

    /** A test ended. */
    static void testEnded() {
        Throws told = witness;
        if (told != null && told.open > 0 && --told.open == 0) {
            told.listen(false);
        }
    }

    /** Listens, or no longer. */
    protected abstract void listen(boolean on);

    /** Class, method and line of the first throw of an exception, or null. */
    protected abstract String[] site(Throwable thrown);
}
