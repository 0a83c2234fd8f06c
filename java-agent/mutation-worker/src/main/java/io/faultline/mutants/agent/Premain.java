package io.faultline.mutants.agent;

import java.lang.instrument.Instrumentation;

/** The JVM's entry point into the agent. An error here ends the JVM, because a worker is useless without its agent. */
public final class Premain {
    private Premain() {}

    /** Called by the JVM before {@code main}; {@code options} is the percent-encoded path of the settings. */
    public static void premain(String options, Instrumentation instrumentation) throws Exception {
        Agent.start(options, instrumentation);
    }
}
