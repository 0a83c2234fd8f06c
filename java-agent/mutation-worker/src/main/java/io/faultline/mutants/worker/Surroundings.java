package io.faultline.mutants.worker;

import java.io.InputStream;
import java.io.PrintStream;

/** Thread and process state that a mutant may leave changed: standard streams and the context class loader. */
final class Surroundings {
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /** Saves the current state. */
    Surroundings() {}

    /** Restores whatever has changed. */
    void putBack() {
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != out) {
            System.setOut(out);
        }
        if (System.err != err) {
            System.setErr(err);
        }
        if (Thread.currentThread().getContextClassLoader() != loader) {
            Thread.currentThread().setContextClassLoader(loader);
        }
    }
}
