package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The test runs show that a search finds the classes of such a jar, because they are below {@code evosuite-plugin}. */
class ClassPathEntriesTest {
    @Test
    void aJarIsOfEvoSuiteByItsOwnNameAlone() {
        assertTrue("lib/evosuite-master-1.0.6.jar".matches(ClassPathEntries.OWN_JARS));
        assertTrue("C:\\lib\\evosuite-runtime.jar".matches(ClassPathEntries.OWN_JARS));
        assertFalse("/home/a/evosuite-plugin/target/commons-lang3.jar".matches(ClassPathEntries.OWN_JARS));
        assertFalse("C:\\evosuite-work\\lang.jar".matches(ClassPathEntries.OWN_JARS));
    }
}
