package io.faultline.mutants.driver;

import io.faultline.runner.PlatformResults;
import io.faultline.runner.Ran;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Hears from the launcher how one test or container ends. */
final class ResultOf implements TestExecutionListener {
    private final String id;
    private Ran ran;
    private Ran above;

    ResultOf(String id) {
        this.id = id;
    }

    /** What became of it; a container above it that failed counts, where nothing was said of itself. */
    Ran ran() {
        if (ran != null) {
            return ran;
        }
        return above == null ? Ran.SKIPPED : above;
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        String finished = identifier.getUniqueId();
        if (finished.equals(id)) {
            ran = PlatformResults.ran(result);
        } else if (above == null && id.startsWith(finished) && result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
            above = PlatformResults.ran(result);
        }
    }
}
