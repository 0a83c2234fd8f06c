package io.faultline.runner;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.function.Consumer;
import org.testng.IAnnotationTransformer;
import org.testng.annotations.IDataProviderAnnotation;
import org.testng.annotations.ITestAnnotation;

/**
 * Disables TestNG's parallelism and applies further changes to annotations. Called by TestNG, directly or through a
 * proxy that {@link TestNgVersions} makes.
 */
public final class TestNgSettings implements IAnnotationTransformer {
    private final Consumer<ITestAnnotation> further;

    TestNgSettings(Consumer<ITestAnnotation> further) {
        this.further = further;
    }

    @Override
    @SuppressWarnings("rawtypes") // required by the interface
    public void transform(ITestAnnotation test, Class testClass, Constructor constructor, Method method) {
        test.setThreadPoolSize(0);
        further.accept(test);
    }

    @Override
    public void transform(IDataProviderAnnotation provider, Method method) {
        provider.setParallel(false);
    }
}
