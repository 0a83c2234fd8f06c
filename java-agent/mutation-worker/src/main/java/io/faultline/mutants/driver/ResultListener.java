package io.faultline.mutants.driver;

import io.faultline.runner.PlatformResults;
import io.faultline.runner.Ran;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.ReportEntry;

/**
 * Captures the result of one test from an engine. Implements all methods, because the first versions have no default
 * methods.
 */
final class ResultListener implements EngineExecutionListener {
    private final TestDescriptor test;
    private Ran ran = Ran.SKIPPED;

    ResultListener(TestDescriptor test) {
        this.test = test;
    }

    void forget() {
        ran = Ran.SKIPPED;
    }

    Ran ran() {
        return ran;
    }

    @Override
    public void executionFinished(TestDescriptor descriptor, TestExecutionResult result) {
        if (descriptor == test) {
            ran = PlatformResults.ran(result);
        }
    }

    @Override
    public void executionStarted(TestDescriptor descriptor) {}

    @Override
    public void executionSkipped(TestDescriptor descriptor, String reason) {}

    @Override
    public void dynamicTestRegistered(TestDescriptor descriptor) {}

    @Override
    public void reportingEntryPublished(TestDescriptor descriptor, ReportEntry entry) {}
}
