package io.faultline.amplify.request;

/** A request that cannot be followed; its message is a sentence. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    public Refused(String message) {
        super(message);
    }
}
