package io.faultline.instrument;

/**
 * A class that is left as it is, with the reason in words that group.
 *
 * <p>Reasons hold no class, method or line name, so that equal reasons of different classes can be
 * counted together. It carries no stack trace: a refusal is an answer, not a fault.
 */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /** Interfaces without bodies, annotations, module and package descriptors, and classes that only a compiler knows of. Nothing to report. */
    public static final String NO_CODE = "no code";

    /** Compiled without {@code -g:lines}, or generated at run time. */
    public static final String NO_LINES = "no line numbers";

    /** The class mentions our own classes: it was instrumented before it reached us. */
    public static final String ALREADY = "already instrumented";

    /** Not a class file, or one whose structure contradicts itself. */
    public static final String DAMAGED = "damaged class file";

    /** No room is left in the constant pool for what a probe needs. */
    public static final String POOL_FULL = "constant pool full";

    /** A method so long that not even one probe fits. */
    public static final String METHOD_FULL = "method too large";

    Refused(String reason) {
        super(reason, null, false, false);
    }
}
