package io.faultline.evosuite.adapter;

/** A class of EvoSuite lacks the place that a {@link Seam} changes: it is another EvoSuite than we know. */
public final class SeamMissing extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SeamMissing(String what) {
        super(what);
    }
}
