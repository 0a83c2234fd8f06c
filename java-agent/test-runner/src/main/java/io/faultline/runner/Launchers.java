package io.faultline.runner;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The JUnit Platform's launcher without reporters: what is registered as a listener of tests writes reports. Listeners of sessions
 * stay, because suites start in them what their tests need; one session is open for as long as the JVM lives.
 */
public final class Launchers {
    private Launchers() {}

    /** A launcher of the oldest platform and of the newest. */
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
        return LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();
    }
}
