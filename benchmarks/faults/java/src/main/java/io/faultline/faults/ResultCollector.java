package io.faultline.faults;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Joins what the framework reports to results by test method. */
final class ResultCollector implements TestExecutionListener {
    /** Also read by who waits for the run, under its own lock. */
    private final Map<String, TestResult> results;
    private final Map<String, Long> started = new LinkedHashMap<>();
    private TestPlan plan;

    ResultCollector(Map<String, TestResult> results) {
        this.results = results;
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        this.plan = plan;
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        synchronized (results) {
            started.put(test.getUniqueId(), System.nanoTime());
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult outcome) {
        boolean failed = outcome.getStatus() == TestExecutionResult.Status.FAILED;
        TestIdentifier method = methodOf(test);
        if (method == null && !failed) {
            return;
        }
        TestIdentifier counted = method == null ? test : method;
        synchronized (results) {
            TestResult result = method == null ? ofContainer(test) : ofMethod((MethodSource) method.getSource().get());
            result.ids.add(counted.getUniqueId());
            if (test.isTest() || failed) {
                result.add(outcome);
            }
            if (test.getUniqueId().equals(counted.getUniqueId())) {
                long now = System.nanoTime();
                result.millis += (now - started.getOrDefault(test.getUniqueId(), now)) / 1_000_000;
            }
        }
    }

    /** The outermost container or test that stands for a method: of an invocation, its method. */
    private TestIdentifier methodOf(TestIdentifier test) {
        TestIdentifier method = null;
        for (TestIdentifier at = test; at != null; at = plan.getParent(at).orElse(null)) {
            if (at.getSource().orElse(null) instanceof MethodSource) {
                method = at;
            }
        }
        return method;
    }

    private TestResult ofContainer(TestIdentifier test) {
        return results.computeIfAbsent(test.getUniqueId(),
                id -> new TestResult(test.getLegacyReportingName(), TestResult.WHOLE_CLASS));
    }

    private TestResult ofMethod(MethodSource source) {
        return results.computeIfAbsent(source.getClassName() + "::" + source.getMethodName(),
                id -> new TestResult(source.getClassName(), source.getMethodName()));
    }
}
