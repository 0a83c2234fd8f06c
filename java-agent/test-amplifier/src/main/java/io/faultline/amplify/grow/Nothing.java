package io.faultline.amplify.grow;

/** Thrown if a test yields no variants. The message is a sentence; {@link #reason} is the category for counting. */
final class Nothing extends Exception {
    private static final long serialVersionUID = 1L;

    final String reason;

    Nothing(String reason, String message) {
        super(message);
        this.reason = reason;
    }
}
