package io.faultline.evosuite.adapter;

import java.io.File;
import java.lang.instrument.Instrumentation;

/** The agent's parameters from the JVM. Written once, before the first class of EvoSuite loads. */
public final class Host {
    private static Instrumentation instrumentation;
    private static File jar;

    private Host() {}

    /** Sets both. */
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

    /** Returns the flag that loads the agent in another JVM. */
    public static String flag() {
        return "-javaagent:" + jar.getPath();
    }
}
