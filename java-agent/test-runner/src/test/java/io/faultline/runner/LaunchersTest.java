package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

class LaunchersTest {
    /** Registered as a service for all launchers of this JVM. */
    public static final class Reporter implements TestExecutionListener {
        static int plans;

        @Override
        public void testPlanExecutionStarted(TestPlan plan) {
            plans++;
        }
    }

    /** Runs only in the launcher that the test opens. */
    @EnabledIfSystemProperty(named = "faultline.inner", matches = "yes")
    static final class Inner {
        @Test
        void fails() {
            throw new IllegalStateException("f");
        }

        @Test
        void givesUp() {
            Assumptions.abort("a");
        }

        @Test
        void passes() {}
    }

    private static final class Ears implements TestExecutionListener {
        final List<String> ended = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest()) {
                Ran ran = PlatformResults.ran(result);
                ended.add(test.getDisplayName() + " " + ran.outcome + " "
                        + (ran.thrown == null ? "" : ran.thrown.getMessage()));
            }
        }
    }

    @Test
    void testsRunAndReportersHearNothing() {
        int before = Reporter.plans;
        Ears ears = new Ears();
        System.setProperty("faultline.inner", "yes");
        try {
            Launchers.open()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(DiscoverySelectors.selectClass(Inner.class))
                                    .build(),
                            ears);
        } finally {
            System.clearProperty("faultline.inner");
        }
        ears.ended.sort(null);
        assertEquals(List.of("fails() FAILED f", "givesUp() ABORTED a", "passes() PASSED "), ears.ended);
        assertEquals(before, Reporter.plans);
        assertEquals(1, before, "whoever runs this test is told to it");
    }
}
