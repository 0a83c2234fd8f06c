package io.faultline.evosuite.adapter;

/** A class of EvoSuite lacks the place changed by a {@link Seam}: it is an unknown EvoSuite. */
public final class SeamMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SeamMissing(String what) {
        super(what);
    }
}
