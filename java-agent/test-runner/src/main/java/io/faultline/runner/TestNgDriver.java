package io.faultline.runner;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.testng.IMethodInstance;
import org.testng.IMethodInterceptor;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.TestNG;
import org.testng.annotations.ITestAnnotation;

/**
 * Runs TestNG methods in one pass over the class, in one thread. Does not run the methods that they depend on.
 *
 * <p>The mutation worker finds tests by id in a separate pass over the unchanged class, because only TestNG's invoker
 * can repeat an invocation.
 */
public final class TestNgDriver implements Driver {
    @Override
    public void run(Selection selection, Listener listener) throws ReflectiveOperationException {
        TestNG testng = TestNgPass.over(selection.testClass, TestNgDriver::part);
        TestNgVersions.addListener(testng, new Order(selection.methods()));
        TestNgVersions.addListener(testng, new Hearing(listener));
        testng.run();
    }

    /** Removes dependencies and priority, so that methods run in the requested order. */
    private static void part(ITestAnnotation test) {
        test.setDependsOnMethods(new String[0]);
        test.setDependsOnGroups(new String[0]);
        test.setPriority(0);
    }

    private static String name(IMethodInstance method) {
        return method.getMethod().getMethodName();
    }

    private static final class Order implements IMethodInterceptor {
        private final List<String> names;

        Order(List<String> names) {
            this.names = names;
        }

        @Override
        public List<IMethodInstance> intercept(List<IMethodInstance> methods, ITestContext context) {
            List<IMethodInstance> selected = new ArrayList<>(methods);
            selected.removeIf(method -> !names.contains(name(method)));
            selected.sort(Comparator.comparingInt(method -> names.indexOf(name(method))));
            return selected;
        }
    }

    private static final class Hearing implements ITestListener {
        private final Listener listener;

        Hearing(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void onTestStart(ITestResult result) {
            if (listener.isOver()) {
                // TestNG cannot stop a pass.
                listener.leave();
            }
            listener.started(result.getMethod().getMethodName());
        }

        @Override
        public void onTestSuccess(ITestResult result) {
            ended(result);
        }

        @Override
        public void onTestFailure(ITestResult result) {
            ended(result);
        }

        @Override
        public void onTestFailedWithTimeout(ITestResult result) {
            ended(result);
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            Ran ran = TestNgPass.ran(result);
            if (ran.outcome == Ran.Outcome.FAILED) {
                // Its set-up failed.
                listener.failed(result.getMethod().getMethodName(), ran);
            }
            ended(result);
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            ended(result);
        }

        private void ended(ITestResult result) {
            listener.ended(result.getMethod().getMethodName(), TestNgPass.ran(result));
        }

        @Override
        public void onStart(ITestContext context) {}

        @Override
        public void onFinish(ITestContext context) {}
    }
}
