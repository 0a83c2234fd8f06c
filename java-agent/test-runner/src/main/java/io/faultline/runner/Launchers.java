package io.faultline.runner;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Opens JUnit Platform launchers without registered test execution listeners, which would write reports. Session
 * listeners stay, because suites use them for set-up; the session stays open until the JVM ends.
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
                .build();
    }
}
