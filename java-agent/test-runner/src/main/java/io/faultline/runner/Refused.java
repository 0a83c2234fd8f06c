package io.faultline.runner;

/** A request that cannot be followed; its message is a sentence. */
public final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message);
    }
}
