package io.faultline.amplify.run;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.testng.IAnnotationTransformer;
import org.testng.IMethodInstance;
import org.testng.IMethodInterceptor;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.annotations.IDataProviderAnnotation;
import org.testng.annotations.ITestAnnotation;

/** TestNG: one pass over the class, in one thread; methods that others depend on are not run for them. */
final class TestNgDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Session session) throws ReflectiveOperationException {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {testClass});
        TestNgVersions.continueAfterFailedFixtures(testng);
        Hearing hearing = new Hearing(session);
        TestNgVersions.addListener(testng, new Settings());
        TestNgVersions.addListener(testng, new Order(session));
        TestNgVersions.addListener(testng, hearing);
        testng.run();
        session.finish(hearing.elsewhere);
    }

    /** Leaves nothing to other threads and to other methods. */
    private static final class Settings implements IAnnotationTransformer {
        @Override
        @SuppressWarnings("rawtypes") // as the interface has it
        public void transform(ITestAnnotation test, Class testClass, Constructor constructor, Method method) {
            test.setThreadPoolSize(0);
            test.setDependsOnMethods(new String[0]);
            test.setDependsOnGroups(new String[0]);
            test.setPriority(0);
        }

        @Override
        public void transform(IDataProviderAnnotation provider, Method method) {
            provider.setParallel(false);
        }
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
            session.ended(Outcome.PASSED, null);
        }

        @Override
        public void onTestFailure(ITestResult result) {
            session.ended(Outcome.FAILED, result.getThrowable());
        }

        @Override
        public void onTestFailedWithTimeout(ITestResult result) {
            onTestFailure(result);
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            Throwable thrown = result.getThrowable();
            if (thrown instanceof SkipException) {
                session.ended(Outcome.ABORTED, thrown);
            } else {
                // Its set-up has failed.
                elsewhere = thrown;
                session.ended(Outcome.FAILED, thrown);
            }
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
