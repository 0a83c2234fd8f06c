package io.faultline.runner;

import io.faultline.names.TestNgIds;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Predicate;
import org.testng.IAnnotationTransformer;
import org.testng.ITestNGListener;
import org.testng.ITestResult;
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

    /** The place of an invocation's parameters in their data; versions before 6.14 do not tell it. */
    public static int parameterIndex(ITestResult result) {
        Object index = of(result, "org.testng.internal.TestResult", "getParameterIndex");
        return index instanceof Integer ? (Integer) index : TestNgIds.NO_INDEX;
    }

    /** An instance that a factory made: from 7 on, TestNG wraps it. */
    public static Object instance(Object made) {
        Object instance = of(made, "org.testng.internal.IParameterInfo", "getInstance");
        return instance == null ? made : instance;
    }

    /** The result of a method that only some versions have; null in others. */
    private static Object of(Object object, String type, String method) {
        try {
            Class<?> declaring = Class.forName(type, false, TestNG.class.getClassLoader());
            return declaring.isInstance(object) ? declaring.getMethod(method).invoke(object) : null;
        } catch (ReflectiveOperationException otherVersion) {
            return null;
        }
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
