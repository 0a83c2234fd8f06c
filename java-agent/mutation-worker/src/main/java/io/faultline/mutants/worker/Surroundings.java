package io.faultline.mutants.worker;

import java.io.InputStream;
import java.io.PrintStream;

/** What a test's thread finds around it, which a mutant may leave changed: standard streams and the context class loader. */
final class Surroundings {
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

    /** Those of now. */
    Surroundings() {}

    /** Puts these back where others have taken their places. */
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
