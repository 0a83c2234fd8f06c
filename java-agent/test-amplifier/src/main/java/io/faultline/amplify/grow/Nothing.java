package io.faultline.amplify.grow;

/** Why nothing can be grown from a test; the message is a sentence, {@link #reason} what it is counted as. */
final class Nothing extends Exception {
    private static final long serialVersionUID = 1L;

    final String reason;

    Nothing(String reason, String message) {
        super(message);
        this.reason = reason;
    }
}
