package io.faultline.mutants.driver;

/** A test framework. */
public interface Driver {
    /**
     * Goes over a class once, or as often as it takes to meet all wanted tests.
     *
     * @param testClass what to give to the framework; null where the tests have none
     */
    void run(Class<?> testClass, Tests tests) throws Exception;
}
