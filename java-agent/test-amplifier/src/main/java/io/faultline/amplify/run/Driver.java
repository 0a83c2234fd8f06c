package io.faultline.amplify.run;

/** A test framework. */
interface Driver {
    /** Runs the session's methods of a class, in their order where the framework has one, and tells the session of each. */
    void run(Class<?> testClass, Session session) throws Exception;
}
