package io.faultline.maven;

import java.util.Properties;
import org.apache.maven.execution.MavenSession;

/**
 * A property set by {@code -D}, which overrides the values of modules.
 *
 * <p>The agent needs a value per module, but such a property has one value for all: {@code mvn -DargLine=-Xmx1g} would
 * drop the agent. So the value is moved into the modules' properties, where it has the same effect.
 */
final class CommandLineProperty {
    private CommandLineProperty() {}

    /** Moves the property, if it is set on the command line. Threads: any; modules may be built in parallel. */
    static void moveToModules(MavenSession session, String name) {
        Properties user = session.getUserProperties();
        synchronized (session.getRequest()) {
            String value = user.getProperty(name);
            if (value == null) {
                return;
            }
            session.getProjects().forEach(module -> module.getProperties().setProperty(name, value));
            user.remove(name);
            // A property set by -D is in both.
            session.getSystemProperties().remove(name);
        }
    }
}
