package io.faultline.amplify.run;

/**
 * Thrown in place of an end of the JVM that a test asked for. The mutation worker's is another one: that lies in the boot loader and has no
 * trace, which says here what line of the project asked.
 */
final class Exited extends Error {
    private static final long serialVersionUID = 1L;

    Exited(int status) {
        super("the JVM was to exit with status " + status);
    }
}
