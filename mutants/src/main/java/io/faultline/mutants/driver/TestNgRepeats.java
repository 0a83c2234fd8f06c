package io.faultline.mutants.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.testng.IAnnotationTransformer;
import org.testng.IRetryAnalyzer;
import org.testng.ITestResult;
import org.testng.annotations.IDataProviderAnnotation;
import org.testng.annotations.ITestAnnotation;

/** Gives all tests a retry analyser that asks {@link TestNgRuns}, and leaves nothing to other threads. */
public final class TestNgRepeats implements IAnnotationTransformer {
    private static TestNgRuns leader;

    /** Made by TestNG, which takes classes and no objects. */
    public static final class Analyser implements IRetryAnalyzer {
        @Override
        public boolean retry(ITestResult result) {
            return leader != null && leader.again();
        }
    }

    static void lead(TestNgRuns by) {
        leader = by;
    }

    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public void transform(ITestAnnotation test, Class testClass, Constructor constructor, Method method) {
        test.setRetryAnalyzer(Analyser.class);
        test.setThreadPoolSize(0);
    }

    @Override
    public void transform(IDataProviderAnnotation provider, Method method) {
        provider.setParallel(false);
    }
}
