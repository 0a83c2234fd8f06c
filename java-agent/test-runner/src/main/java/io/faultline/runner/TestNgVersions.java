package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Predicate;
import org.testng.IAnnotationTransformer;
import org.testng.ITestNGListener;
import org.testng.TestNG;

/**
 * Calls TestNG methods whose parameter types differ between versions, by reflection, so that one class file links with
 * all versions.
 */
public final class TestNgVersions {
    private TestNgVersions() {}

    /**
     * Makes TestNG run the remaining tests of a class after a failed fixture. The policy is a string in older versions.
     */
    static void continueAfterFailedFixtures(TestNG testng) throws ReflectiveOperationException {
        Method setter = setter("setConfigFailurePolicy", type -> type.isEnum() || type == String.class);
        Class<?> policy = setter.getParameterTypes()[0];
        setter.invoke(testng, policy.isEnum() ? policy.getField("CONTINUE").get(null) : "continue");
    }

    /** Adds a listener. The parameter type is {@code Object} in older versions. */
    public static void addListener(TestNG testng, ITestNGListener listener) throws ReflectiveOperationException {
        Method setter = setter("addListener", type -> type == ITestNGListener.class || type == Object.class);
        setter.invoke(testng, listener instanceof IAnnotationTransformer ? ofAllAnnotations(listener) : listener);
    }

    private static Method setter(String name, Predicate<Class<?>> takes) throws NoSuchMethodException {
        return Arrays.stream(TestNG.class.getMethods())
                .filter(method -> method.getName().equals(name) && takes.test(method.getParameterTypes()[0]))
                .findFirst()
                .orElseThrow(() -> new NoSuchMethodException("TestNG." + name));
    }

    /**
     * Wraps the transformer in an {@code IAnnotationTransformer2} if that type exists, because TestNG then passes data
     * providers only to it.
     */
    private static Object ofAllAnnotations(Object transformer) {
        Class<?> asked;
        try {
            asked = Class.forName("org.testng.IAnnotationTransformer2", false, TestNG.class.getClassLoader());
        } catch (ClassNotFoundException newer) {
            return transformer;
        }
        return Proxy.newProxyInstance(asked.getClassLoader(), new Class<?>[] {asked}, (proxy, method, arguments) -> {
            try {
                return transformer
                        .getClass()
                        .getMethod(method.getName(), method.getParameterTypes())
                        .invoke(transformer, arguments);
            } catch (NoSuchMethodException ofOtherAnnotations) {
                return null;
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }
}
