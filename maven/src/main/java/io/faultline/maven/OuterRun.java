package io.faultline.maven;

import io.faultline.plugins.Installation;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * A {@code faultline run} around this build: the agent is in Maven's own JVM and in the JVMs that it starts.
 *
 * <p>A second agent in the tests would write the recording to another folder than that run expects.
 */
final class OuterRun {
    private OuterRun() {}

    /** Whether there is an outer run. */
    static boolean isThere() {
        return isIn(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Whether Faultline's agent is among a JVM's arguments. */
    static boolean isIn(List<String> arguments) {
        return arguments.stream()
                .anyMatch(argument ->
                        argument.startsWith("-javaagent:") && argument.contains("/" + Installation.AGENT + "="));
    }
}
