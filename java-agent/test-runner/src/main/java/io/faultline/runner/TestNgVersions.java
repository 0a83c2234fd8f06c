package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Predicate;
import org.testng.IAnnotationTransformer;
import org.testng.ITestNGListener;
import org.testng.TestNG;

/** What is asked of TestNG by types that not all of its versions have: what is compiled against one links against the others. */
public final class TestNgVersions {
    private TestNgVersions() {}

    /** The tests of a class run although one of its fixtures has failed. The policy was a text once. */
    static void continueAfterFailedFixtures(TestNG testng) throws ReflectiveOperationException {
        Method setter = setter("setConfigFailurePolicy", type -> type.isEnum() || type == String.class);
        Class<?> policy = setter.getParameterTypes()[0];
        setter.invoke(testng, policy.isEnum() ? policy.getField("CONTINUE").get(null) : "continue");
    }

    /** Listeners were objects once. */
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

    /** Where there is an {@code IAnnotationTransformer2}, only such a one is asked of data providers. */
    private static Object ofAllAnnotations(Object transformer) {
        Class<?> asked;
        try {
            asked = Class.forName("org.testng.IAnnotationTransformer2", false, TestNG.class.getClassLoader());
        } catch (ClassNotFoundException newer) {
            return transformer;
        }
        return Proxy.newProxyInstance(asked.getClassLoader(), new Class<?>[] {asked}, (proxy, method, arguments) -> {
            try {
                return transformer.getClass().getMethod(method.getName(), method.getParameterTypes()).invoke(transformer, arguments);
            } catch (NoSuchMethodException ofOtherAnnotations) {
                return null;
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        });
    }
}
