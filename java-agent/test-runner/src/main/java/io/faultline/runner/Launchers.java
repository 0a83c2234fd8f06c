package io.faultline.runner;

import java.util.Objects;
import java.util.Set;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Opens JUnit Platform launchers without registered test execution listeners, which would write reports. Session
 * listeners stay, because suites use them for set-up; the session stays open until the JVM ends. An archive
 * that registers session listeners may register listeners for tests as part of its set-up, as that of Quarkus does to set
 * the class loader of each test. These stay as well.
 */
public final class Launchers {
    private Launchers() {}

    /** Opens a launcher on any version of the platform. */
    public static Launcher open() {
        try {
            return LauncherFactory.openSession(withoutReporters()).getLauncher();
        } catch (LinkageError before18) {
            try {
                return LauncherFactory.create(withoutReporters());
            } catch (LinkageError before13) {
                return LauncherFactory.create();
            }
        }
    }

    private static LauncherConfig withoutReporters() {
        return LauncherConfig.builder()
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestExecutionListeners(ofSessions())
                .build();
    }

    /** The listeners to tests that are registered beside session listeners; those that can be made. */
    private static TestExecutionListener[] ofSessions() {
        String services = "org.junit.platform.launcher.";
        Set<String> names = Registered.beside(services + "TestExecutionListener", services + "LauncherSessionListener");
        return names.stream().map(Launchers::make).filter(Objects::nonNull).toArray(TestExecutionListener[]::new);
    }

    private static TestExecutionListener make(String name) {
        try {
            Class<?> type = Class.forName(name, true, Thread.currentThread().getContextClassLoader());
            return (TestExecutionListener) type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | ClassCastException absent) {
            return null;
        }
    }
}
