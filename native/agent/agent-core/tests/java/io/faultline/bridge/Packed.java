package io.faultline.bridge;

import java.io.File;
import java.lang.instrument.Instrumentation;

/**
 * Loads the library from a jar, as an agent if attached as one, records one test, and prints the
 * bridge's loader.
 */
public final class Packed {
    private static Instrumentation instrumentation;

    private Packed() {}

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    public static void main(String[] args) {
        String refusal = Library.load(new File(args[0]), new File(args[2]), instrumentation);
        if (refusal == null) {
            refusal = Core.start(args[1], "packed", null);
            Core.startTest();
            Core.endTest("one", "a.Test", "m", 0, 1L, null, null, null);
            Core.finish();
        }
        System.out.println(Core.class.getClassLoader() == null ? "boot" : "app");
        System.out.println(refusal);
    }
}
