package io.faultline.amplify.observe;

/** Thrown at the first observation that is not as it was on classes that are right; a test fails by it, as by an assertion. */
public final class Differs extends AssertionError {
    private static final long serialVersionUID = 1L;

    Differs(String seen, String wanted) {
        super("this is " + seen + ", and was " + wanted);
    }
}
