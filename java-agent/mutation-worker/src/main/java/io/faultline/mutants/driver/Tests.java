package io.faultline.mutants.driver;

import java.util.Collection;

/** The wanted tests of a class and their runs. Ids are those that the recording agent gives to tests. */
public interface Tests {
    /** Whether the test is wanted and its runs are not complete. */
    boolean wants(String id);

    /** Whether any wanted test lies below the container with this unique id. */
    boolean wantsBelow(String containerId);

    /** Whether each test runs once, by its framework alone: what its first run leaves would help a second one. */
    boolean areAlone();

    /**
     * The wanted tests whose runs are not complete, because the framework did not reach them or they did not end as
     * expected.
     */
    Collection<String> left();

    /** The runs of a wanted test, to be executed now. */
    Runs runs(String id);
}
