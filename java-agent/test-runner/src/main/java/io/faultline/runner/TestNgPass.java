package io.faultline.runner;

import java.util.function.Consumer;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.annotations.ITestAnnotation;

/** One pass of TestNG over a class: silent, in the calling thread, without reports, also where a fixture has failed. */
public final class TestNgPass {
    private TestNgPass() {}

    /**
     * What is to be run.
     *
     * @param further what else to change of each test: who runs methods by themselves must part them from those that they depend on,
     *     who runs the class as it is must not
     */
    public static TestNG over(Class<?> testClass, Consumer<ITestAnnotation> further) throws ReflectiveOperationException {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(new Class<?>[] {testClass});
        TestNgVersions.continueAfterFailedFixtures(testng);
        TestNgVersions.addListener(testng, new TestNgSettings(further));
        return testng;
    }

    /** How an invocation has ended. */
    public static Ran ran(ITestResult result) {
        Throwable thrown = result.getThrowable();
        switch (result.getStatus()) {
            case ITestResult.SUCCESS:
                return Ran.PASSED;
            case ITestResult.SKIP:
                // Without such an exception a @BeforeMethod has failed.
                return thrown instanceof SkipException ? Ran.aborted(thrown) : Ran.failed(thrown);
            default:
                return Ran.failed(thrown);
        }
    }
}
