package io.faultline.evosuite.adapter;

import java.io.File;
import java.lang.instrument.Instrumentation;

/** What the JVM gave the agent. Written once, before the first class of EvoSuite loads. */
public final class Host {
    private static Instrumentation instrumentation;
    private static File jar;

    private Host() {}

    /** Remembers both. */
    public static void set(Instrumentation given, File agentJar) {
        instrumentation = given;
        jar = agentJar;
    }

    public static Instrumentation instrumentation() {
        return instrumentation;
    }

    /** The agent's jar. */
    public static File jar() {
        return jar;
    }

    /** What makes another JVM take the same agent. */
    public static String flag() {
        return "-javaagent:" + jar.getPath();
    }
}
