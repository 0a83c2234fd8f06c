package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.faultline.runtime.TestName;
import org.junit.jupiter.api.Test;
import org.junit.runner.Description;

class JUnit4NamesTest {
    private final JUnit4Names names = new JUnit4Names();

    /** As Cucumber's runner describes its scenarios. */
    @Test
    void aTestThatShowsAFeatureInPlaceOfItsClassIsOfTheClassWhoseRunnerHasIt() {
        Description scenario = Description.createTestDescription("totals", "count 2", "an id");
        Description feature = Description.createSuiteDescription("totals", "another id");
        feature.addChild(scenario);
        Description all = Description.createSuiteDescription(JUnit4NamesTest.class);
        all.addChild(feature);
        names.read(all);
        names.read(feature);

        // A runner may describe it anew.
        for (Description test : new Description[] {scenario, Description.createTestDescription("totals", "count 2")}) {
            TestName name = names.of(test);
            assertEquals("count 2(totals)", name.id);
            assertEquals(JUnit4NamesTest.class.getName(), name.className);
            assertEquals("count 2", name.method);
            assertEquals("totals > count 2", name.display);
        }
    }

    @Test
    void aTestThatShowsItsClassIsOfThatClassInAnySuite() {
        Description test = Description.createTestDescription(String.class, "m");
        Description suite = Description.createSuiteDescription(JUnit4NamesTest.class);
        suite.addChild(test);
        names.read(suite);
        assertEquals("java.lang.String", names.of(test).className);
        assertNull(names.of(test).display);
    }
}
