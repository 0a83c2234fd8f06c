package io.faultline.faults;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.platform.engine.TestExecutionResult;

/** What became of one test method, all its invocations together. */
final class TestResult {
    /** Name of a class where the method is unknown: its fixture failed, or it could not be run at all. */
    static final String WHOLE_CLASS = "*";

    final String type;
    final String method;
    /** Of the framework's; running them again is running the method again. */
    final Set<String> ids = new LinkedHashSet<>();
    /** passed, failed or skipped. */
    String status = "skipped";
    long millis;
    Throwable thrown;

    TestResult(String type, String method) {
        this.type = type;
        this.method = method;
    }

    static TestResult failed(String type, Throwable thrown) {
        TestResult whole = new TestResult(type, WHOLE_CLASS);
        whole.status = "failed";
        whole.thrown = thrown;
        return whole;
    }

    /** One failed invocation makes a failed method; skipped ones say nothing beside others. */
    void add(TestExecutionResult result) {
        switch (result.getStatus()) {
            case FAILED -> {
                status = "failed";
                thrown = thrown == null ? result.getThrowable().orElse(null) : thrown;
            }
            case SUCCESSFUL -> status = status.equals("skipped") ? "passed" : status;
            default -> { }
        }
    }
}
