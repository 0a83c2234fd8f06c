package io.faultline.amplify.run;

/**
 * Thrown instead of ending the JVM when a test calls an exit method. Unlike the mutation worker's class, which is in
 * the boot loader and has no stack trace, its trace shows which line of the project exits.
 */
final class Exited extends Error {
    private static final long serialVersionUID = 1L;

    Exited(int status) {
        super("the JVM was to exit with status " + status);
    }
}
