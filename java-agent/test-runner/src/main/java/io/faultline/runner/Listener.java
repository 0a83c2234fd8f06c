package io.faultline.runner;

/**
 * Receives the progress of the tests of a {@link Selection}. Threads: all calls come from the thread in which the
 * framework runs the tests.
 */
public interface Listener {
    /** Ignores all events. */
    Listener NONE = new Listener() {};

    /** Whether no further test may start. */
    default boolean isOver() {
        return false;
    }

    /** Ends the JVM; called if no further test may start but the framework cannot be stopped. */
    default void leave() {}

    /** A test starts. */
    default void started(String test) {}

    /** A test has ended. */
    default void ended(String test, Ran ran) {}

    /** Something other than a running test failed: a fixture, a container, or a test before its start. */
    default void failed(String what, Ran ran) {}
}
