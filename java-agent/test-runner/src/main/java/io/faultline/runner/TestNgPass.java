package io.faultline.runner;

import java.util.function.Consumer;
import org.testng.ITestResult;
import org.testng.SkipException;
import org.testng.TestNG;
import org.testng.annotations.ITestAnnotation;

/**
 * One pass of TestNG over a class: silent, in the calling thread, without reports, continuing after failed fixtures.
 */
public final class TestNgPass {
    private TestNgPass() {}

    /**
     * Prepares a pass over a class.
     *
     * @param further further changes to each test annotation, for example to remove dependencies when methods run
     * individually
     */
    public static TestNG over(Class<?> testClass, Consumer<ITestAnnotation> further)
            throws ReflectiveOperationException {
        TestNG testng = new TestNG(false);
        testng.setVerbose(0);
        testng.setTestClasses(TestNgFactories.of(testClass).toArray(new Class<?>[0]));
        TestNgVersions.continueAfterFailedFixtures(testng);
        TestNgVersions.addListener(testng, new TestNgSettings(further));
        return testng;
    }

    /** Converts the result of an invocation. */
    public static Ran ran(ITestResult result) {
        Throwable thrown = result.getThrowable();
        switch (result.getStatus()) {
            case ITestResult.SUCCESS:
                return Ran.PASSED;
            case ITestResult.SKIP:
                // Any other exception means that a @BeforeMethod failed.
                return thrown instanceof SkipException ? Ran.aborted(thrown) : Ran.failed(thrown);
            default:
                return Ran.failed(thrown);
        }
    }
}
