package io.faultline.mutants.driver;

import java.util.Collection;

/** What is wanted of a test class. Ids are those that the recording agent gives to tests. */
public interface Tests {
    /** Whether the test is wanted and has not had its runs yet. */
    boolean wants(String id);

    /** Whether a wanted test has the container of this unique id, or of one that it begins with, above it. */
    boolean wantsBelow(String containerId);

    /** The wanted tests that have not had their runs: nobody met them, or they did not end as was expected. */
    Collection<String> left();

    /** The runs of a wanted test, to be gone through now. */
    Runs runs(String id);
}
