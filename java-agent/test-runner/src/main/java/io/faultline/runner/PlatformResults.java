package io.faultline.runner;

import org.junit.platform.engine.TestExecutionResult;

/** Converts results of the JUnit Platform. */
public final class PlatformResults {
    private PlatformResults() {}

    /** Converts the result of a test or container. */
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
