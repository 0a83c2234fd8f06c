package io.faultline.amplify.observe;

/** Thrown at the first observation that differs from the correct classes; it fails the test like an assertion. */
public final class Differs extends AssertionError {
    private static final long serialVersionUID = 1L;

    Differs(String seen, String wanted) {
        super("this is " + seen + ", and was " + wanted);
    }
}
