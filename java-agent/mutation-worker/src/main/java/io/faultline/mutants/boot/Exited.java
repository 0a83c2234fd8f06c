package io.faultline.mutants.boot;

/** Thrown instead of ending the JVM when the application calls an exit method. Has no stack trace. */
public final class Exited extends Error {
    private static final long serialVersionUID = 1L;

    /** The requested exit code. */
    public final int status;

    Exited(int status) {
        super("the JVM was to exit with status " + status, null, false, false);
        this.status = status;
    }
}
