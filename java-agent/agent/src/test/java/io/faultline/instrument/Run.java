package io.faultline.instrument;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/** Runs a program's {@code main} and returns its output. */
public final class Run {
    private static final MethodType MAIN = MethodType.methodType(void.class, String[].class);

    private Run() {}

    /** Returns the output of {@code name}'s main method, run in a separate thread so that stack traces end there. */
    public static synchronized String output(ClassLoader loader, String name) throws Exception {
        MethodHandle main = MethodHandles.publicLookup().findStatic(loader.loadClass(name), "main", MAIN);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stdout = System.out;
        try (PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            System.setOut(stream);
            Thread thread = new Thread(() -> invoke(main), "target");
            thread.start();
            thread.join();
        } finally {
            System.setOut(stdout);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    private static void invoke(MethodHandle main) {
        try {
            main.invokeExact(new String[0]);
        } catch (Throwable thrown) {
            thrown.printStackTrace(System.out);
        }
    }
}
