package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testng.Assert;
import org.testng.ITestContext;
import org.testng.ITestListener;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;

class TestNgPassTest {
    private static final Set<Thread> THREADS = new LinkedHashSet<>();

    public static final class Parallel {
        @DataProvider(parallel = true)
        public Object[][] rows() {
            return new Object[][] {{1}, {2}, {3}};
        }

        @org.testng.annotations.Test(dataProvider = "rows")
        public void row(int row) {
            THREADS.add(Thread.currentThread());
        }

        @org.testng.annotations.Test(threadPoolSize = 3, invocationCount = 6)
        public void often() {
            THREADS.add(Thread.currentThread());
        }
    }

    public static final class Ends {
        @org.testng.annotations.Test
        public void fails() {
            Assert.fail("f");
        }

        @org.testng.annotations.Test
        public void givesUp() {
            throw new SkipException("s");
        }

        @org.testng.annotations.Test
        public void passes() {}

        @org.testng.annotations.Test(dependsOnMethods = "fails")
        public void depends() {}
    }

    public static final class Fixture {
        private static boolean hasFailed;

        @BeforeMethod
        public void before() {
            if (!hasFailed) {
                hasFailed = true;
                throw new IllegalStateException("before");
            }
        }

        @org.testng.annotations.Test
        public void first() {}

        @org.testng.annotations.Test
        public void second() {}
    }

    /** Records the result of each test. */
    private static final class Ears implements ITestListener {
        final TreeMap<String, Ran> ended = new TreeMap<>();

        private void hear(ITestResult result) {
            ended.put(result.getMethod().getMethodName(), TestNgPass.ran(result));
        }

        @Override
        public void onTestStart(ITestResult result) {}

        @Override
        public void onTestSuccess(ITestResult result) {
            hear(result);
        }

        @Override
        public void onTestFailure(ITestResult result) {
            hear(result);
        }

        @Override
        public void onTestSkipped(ITestResult result) {
            hear(result);
        }

        @Override
        public void onTestFailedButWithinSuccessPercentage(ITestResult result) {
            hear(result);
        }

        @Override
        public void onStart(ITestContext context) {}

        @Override
        public void onFinish(ITestContext context) {}

        String outcomes() {
            List<String> all = new ArrayList<>();
            ended.forEach((method, ran) -> all.add(method + " " + ran.outcome));
            return String.join(", ", all);
        }
    }

    private static Ears heard(TestNG testng) throws ReflectiveOperationException {
        Ears ears = new Ears();
        TestNgVersions.addListener(testng, ears);
        testng.run();
        return ears;
    }

    @BeforeEach
    void forget() {
        THREADS.clear();
        Fixture.hasFailed = false;
    }

    @Test
    void allRunsInTheCallingThread() throws ReflectiveOperationException {
        heard(TestNgPass.over(Parallel.class, test -> {}));
        assertEquals(Set.of(Thread.currentThread()), THREADS);
    }

    @Test
    void whatEndedHowIsSaidAsOfEveryFramework() throws ReflectiveOperationException {
        Ears ears = heard(TestNgPass.over(Ends.class, test -> {}));
        assertEquals("depends FAILED, fails FAILED, givesUp ABORTED, passes PASSED", ears.outcomes());
        assertEquals("f", ears.ended.get("fails").thrown.getMessage());
    }

    /** For example, to run methods without those they depend on. */
    @Test
    void moreCanBeChangedOfEachTest() throws ReflectiveOperationException {
        Ears ears = heard(TestNgPass.over(Ends.class, test -> test.setDependsOnMethods(new String[0])));
        assertEquals("depends PASSED, fails FAILED, givesUp ABORTED, passes PASSED", ears.outcomes());
    }

    @Test
    void afterAFixtureThatFailedTheOtherTestsRun() throws ReflectiveOperationException {
        assertEquals(
                "first FAILED, second PASSED",
                heard(TestNgPass.over(Fixture.class, test -> {})).outcomes());
    }
}
