package io.faultline.runner;

/** A test framework. */
public interface Driver {
    /**
     * Runs the tests of a selection and tells the listener of each. Methods run in the order in which they are selected, as far as the
     * framework has an order.
     */
    void run(Selection selection, Listener listener) throws Exception;
}
