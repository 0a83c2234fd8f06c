package io.faultline.runner;

import org.junit.platform.engine.TestExecutionResult;

/** What the JUnit Platform says of a test or a container. */
public final class PlatformResults {
    private PlatformResults() {}

    /** How it has ended. */
    public static Ran ran(TestExecutionResult result) {
        switch (result.getStatus()) {
            case FAILED:
                return Ran.failed(result.getThrowable().orElse(null));
            case ABORTED:
                return Ran.aborted(result.getThrowable().orElse(null));
            default:
                return Ran.PASSED;
        }
    }
}
