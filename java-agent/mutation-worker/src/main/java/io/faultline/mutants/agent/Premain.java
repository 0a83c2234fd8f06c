package io.faultline.mutants.agent;

import java.lang.instrument.Instrumentation;

/** Where the JVM enters the agent. A worker without its agent is of no use: what fails here ends the JVM. */
public final class Premain {
    private Premain() {}

    /** Called by the JVM before {@code main}; {@code options} is the percent-encoded path of the settings. */
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        Agent.start(options, instrumentation);
    }
}
