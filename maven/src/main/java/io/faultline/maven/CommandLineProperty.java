package io.faultline.maven;

import java.util.Properties;
import org.apache.maven.execution.MavenSession;

/**
 * A property that was given by {@code -D}, where it wins over the modules' own values.
 *
 * <p>The agent needs a value per module, and such a property has one for all: {@code mvn -DargLine=-Xmx1g} would drop
 * the agent. So the value moves into the modules' properties, where it is as good as before.
 */
final class CommandLineProperty {
    private CommandLineProperty() {}

    /** Moves the property, if the command line has it. Threads: any; modules may be built in parallel. */
    static void moveToModules(MavenSession session, String name) {
        Properties user = session.getUserProperties();
        synchronized (session.getRequest()) {
            String value = user.getProperty(name);
            if (value == null) {
                return;
            }
            session.getProjects().forEach(module -> module.getProperties().setProperty(name, value));
            user.remove(name);
            // What -D sets is in both.
            session.getSystemProperties().remove(name);
        }
    }
}
