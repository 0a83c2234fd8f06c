package io.faultline.runner;

/** Runs tests with one test framework. */
public interface Driver {
    /**
     * Runs the selected tests and reports each to the listener. Methods run in the selected order, as far as the
     * framework supports ordering.
     */
    void run(Selection selection, Listener listener) throws Exception;
}
