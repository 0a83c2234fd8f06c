package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherSessionListener;
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

    /** Registered beside a session listener. */
    public static final class Beside implements TestExecutionListener, LauncherSessionListener {
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

    @Test
    void whatIsRegisteredBesideASessionListenerHearsTests(@TempDir Path archive) throws Exception {
        Path services = Files.createDirectories(archive.resolve("META-INF/services"));
        for (Class<?> service : List.of(TestExecutionListener.class, LauncherSessionListener.class)) {
            Files.writeString(services.resolve(service.getName()), "# ours\n" + Beside.class.getName() + " # it\n");
        }
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {archive.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            Launchers.open().execute(LauncherDiscoveryRequestBuilder.request().build());
        } finally {
            thread.setContextClassLoader(before);
        }
        assertEquals(1, Beside.plans);
        assertEquals(1, Reporter.plans);
    }
}
