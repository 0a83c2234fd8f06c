package io.faultline.mutants.driver;

import java.util.HashMap;
import java.util.Map;
import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * The runs of TestNG's invocations, one pass.
 *
 * <p>The first run of an invocation begins with its test method, because nothing says before what its {@code @BeforeMethod}s
 * are for; all others begin with the first of these. {@code @AfterMethod}s belong to no run.
 */
final class TestNgRuns implements IInvokedMethodListener {
    private final Tests tests;

    /** How often each method was invoked, retries not counted: results have no id of their own. */
    private final Map<String, Integer> invocations = new HashMap<>();

    private Runs runs;
    private boolean open;
    private boolean brokenOff;

    TestNgRuns(Tests tests) {
        this.tests = tests;
    }

    boolean brokenOff() {
        return brokenOff;
    }

    /** Whether the invocation that has just ended is to come again. */
    boolean again() {
        return runs != null && runs.more();
    }

    @Override
    public void beforeInvocation(IInvokedMethod method, ITestResult result) {
        if (method.isTestMethod()) {
            if (runs == null) {
                String id = id(result);
                runs = tests.wants(id) ? tests.runs(id) : null;
            }
            begin();
        } else if (result.getMethod().isBeforeMethodConfiguration()) {
            begin();
        }
    }

    private void begin() {
        if (!open && again()) {
            open = true;
            runs.begin();
        }
    }

    @Override
    public void afterInvocation(IInvokedMethod method, ITestResult result) {
        if (!open) {
            return;
        }
        if (method.isTestMethod()) {
            end(ran(result));
            if (again()) {
                result.setStatus(ITestResult.FAILURE);
                result.setThrowable(new Again());
            } else {
                runs = null;
            }
        } else if (result.getStatus() == ITestResult.FAILURE && result.getMethod().isBeforeMethodConfiguration()) {
            end(Ran.failed(result.getThrowable()));
            brokenOff |= again();
            runs = null;
        }
    }

    private void end(Ran ran) {
        open = false;
        runs.ended(ran);
    }

    private static Ran ran(ITestResult result) {
        switch (result.getStatus()) {
            case ITestResult.SUCCESS:
                return Ran.PASSED;
            case ITestResult.SKIP:
                return Ran.aborted(result.getThrowable());
            default:
                return Ran.failed(result.getThrowable());
        }
    }

    /** The invocation's id, as the recording agent's {@code TestNgEvents} makes it. */
    private String id(ITestResult result) {
        String base = result.getTestClass().getName() + "." + result.getMethod().getMethodName();
        int before = invocations.merge(base, 1, Integer::sum) - 1;
        if (result.getParameters() != null && result.getParameters().length > 0) {
            return base + "[" + before + "]";
        }
        return before == 0 ? base : base + "#" + (before + 1);
    }

    /** What TestNG is told in place of a run that is going to come again. */
    private static final class Again extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Again() {
            super("to be run again", null, false, false);
        }
    }
}
