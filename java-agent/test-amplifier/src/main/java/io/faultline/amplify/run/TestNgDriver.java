package io.faultline.amplify.run;

import io.faultline.runner.Ran;
import io.faultline.runner.TestNgPass;
import io.faultline.runner.TestNgVersions;
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

/** TestNG: one pass over the class, in one thread; methods that others depend on are not run for them. */
final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Session session) throws ReflectiveOperationException {
        TestNG testng = TestNgPass.over(testClass, TestNgDriver::part);
        Hearing hearing = new Hearing(session);
        TestNgVersions.addListener(testng, new Order(session));
        TestNgVersions.addListener(testng, hearing);
        testng.run();
        session.finish(hearing.elsewhere);
    }

    /** Methods run in the asked order, each by itself. */
    private static void part(ITestAnnotation test) {
        test.setDependsOnMethods(new String[0]);
        test.setDependsOnGroups(new String[0]);
        test.setPriority(0);
    }

    private static final class Order implements IMethodInterceptor {
        private final Session session;

        Order(Session session) {
            this.session = session;
        }

        @Override
        public List<IMethodInstance> intercept(List<IMethodInstance> methods, ITestContext context) {
            List<IMethodInstance> wanted = new ArrayList<>();
            for (IMethodInstance method : methods) {
                if (session.methods().contains(method.getMethod().getMethodName())) {
                    wanted.add(method);
                }
            }
            wanted.sort(Comparator.comparingInt(method -> session.methods().indexOf(method.getMethod().getMethodName())));
            return wanted;
        }
    }

    private static final class Hearing implements ITestListener {
        private final Session session;
        private Throwable elsewhere;

        Hearing(Session session) {
            this.session = session;
        }

        @Override
        public void onTestStart(ITestResult result) {
            if (session.isOver()) {
                Run.exit(0);
            }
            session.begin(result.getMethod().getMethodName());
        }

        @Override
        public void onTestSuccess(ITestResult result) {
            session.ended(TestNgPass.ran(result));
        }

        @Override
        public void onTestFailure(ITestResult result) {
            session.ended(TestNgPass.ran(result));
        }

        @Override
        public void onTestFailedWithTimeout(ITestResult result) {
            onTestFailure(result);
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            Ran ran = TestNgPass.ran(result);
            if (ran.outcome == Ran.Outcome.FAILED) {
                // Its set-up has failed.
                elsewhere = ran.thrown;
            }
            session.ended(ran);
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            onTestFailure(result);
        }

        @Override
        public void onStart(ITestContext context) {}

        @Override
        public void onFinish(ITestContext context) {}
    }
}
