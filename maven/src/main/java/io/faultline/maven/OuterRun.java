package io.faultline.maven;

import io.faultline.plugins.Installation;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A {@code faultline run} around this build: the agent is in Maven's own JVM and follows the JVMs that it starts.
 *
 * <p>A second agent in the tests would take the recording away from where that run looks for it.
 */
final class OuterRun {
    private OuterRun() {}

    /** Is there one? */
    static boolean isThere() {
        return isIn(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Is our agent among a JVM's arguments? */
    static boolean isIn(List<String> arguments) {
        return arguments.stream()
                .anyMatch(argument -> argument.startsWith("-javaagent:") && argument.contains("/" + Installation.AGENT + "="));
    }
}
