package io.faultline.runner;

/** Thrown for a request that cannot be carried out; the message is a full sentence. */
public final class Refused extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message);
    }
}
