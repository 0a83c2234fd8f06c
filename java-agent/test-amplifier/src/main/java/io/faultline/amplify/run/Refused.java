package io.faultline.amplify.run;

/** A request that cannot be followed; its message is a sentence. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
        super(message);
    }
}
