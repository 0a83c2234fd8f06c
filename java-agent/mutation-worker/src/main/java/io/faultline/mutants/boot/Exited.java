package io.faultline.mutants.boot;

/** Thrown in place of an end of the JVM that the application asked for. Has no stack trace. */
public final class Exited extends Error {
    private static final long serialVersionUID = 1L;

    /** The exit status that was asked for. */
    public final int status;

    Exited(int status) {
        super("the JVM was to exit with status " + status, null, false, false);
        this.status = status;
    }
}
