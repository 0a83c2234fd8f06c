package io.faultline.instrument;

/**
 * The reason why a class is left unchanged, in words that can be grouped.
 *
 * <p>Reasons contain no class, method or line, so equal reasons of different classes can be counted together. There is
 * no stack trace, because a refusal is a result, not an error.
 */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * Interfaces without bodies, annotations, module and package descriptors, and compiler-made classes. Not reported.
     */
    public static final String NO_CODE = "no code";

    /** Compiled without {@code -g:lines}, or generated at run time. It may still have probes: {@link OpenClass#unlined}. */
    public static final String NO_LINES = "no line numbers";

    /** The class refers to our classes: it was instrumented before. */
    public static final String ALREADY = "already instrumented";

    /** Not a class file, or an inconsistent one. */
    public static final String DAMAGED = "damaged class file";

    /** The constant pool has no room for a probe's constants. */
    public static final String POOL_FULL = "constant pool full";

    /** The method is too long for even one probe. */
    public static final String METHOD_FULL = "method too large";

    Refused(String reason) {
        super(reason, null, false, false);
    }
}
