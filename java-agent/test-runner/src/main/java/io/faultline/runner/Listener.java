package io.faultline.runner;

/** Is told how the tests of a {@link Selection} go. All calls come from the thread that the framework runs them in. */
public interface Listener {
    /** Hears nothing. */
    Listener NONE = new Listener() {};

    /** Whether no further test is to begin. */
    default boolean isOver() {
        return false;
    }

    /** Ends the JVM, where no further test is to begin and the framework cannot be asked to stop. */
    default void leave() {}

    /** A test begins. */
    default void started(String test) {}

    /** It has ended. */
    default void ended(String test, Ran ran) {}

    /** What is no running test has not succeeded: a fixture, what holds tests, a test before it began. */
    default void failed(String what, Ran ran) {}
}
