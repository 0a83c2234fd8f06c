package io.faultline.mutants.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import org.testng.IAnnotationTransformer;
import org.testng.annotations.IDataProviderAnnotation;
import org.testng.annotations.ITestAnnotation;

/** Leaves nothing to other threads. */
final class TestNgSettings implements IAnnotationTransformer {
    @Override
    @SuppressWarnings("rawtypes") // as the interface has it
    public void transform(ITestAnnotation test, Class testClass, Constructor constructor, Method method) {
        test.setThreadPoolSize(0);
    }

    @Override
    public void transform(IDataProviderAnnotation provider, Method method) {
        provider.setParallel(false);
    }
}
