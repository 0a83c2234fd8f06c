package io.faultline.mutants.driver;

import io.faultline.names.TestNgIds;
import io.faultline.runner.TestNgPass;
import io.faultline.runner.TestNgVersions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.testng.ITestResult;

/**
 * Handles the invocations of one pass of TestNG. The first run is for TestNG itself and yields the id; a wanted test is
 * then rerun with its data and its {@code @BeforeMethod}s and {@code @AfterMethod}s.
 */
final class TestNgRuns implements Hook.Leader {
    private final Tests tests;

    private final TestNgIds ids = new TestNgIds();

    /** Which of its class an instance of a factory is, from 1, as the recording agent counts them. */
    private final Map<Object, Integer> instances = new IdentityHashMap<>();

    /** How many instances factories have made, by class. */
    private final Map<Class<?>, Integer> counts = new HashMap<>();

    private boolean running;

    TestNgRuns(Tests tests) {
        this.tests = tests;
    }

    /** Whether another pass may run a test that has not run yet. */
    boolean mayCome(String id) {
        return ids.hasRunBefore(id);
    }

    /** Returns the result for TestNG; null for invocations made from here. */
    @Override
    public Object take(Object invoker, Object[] arguments) throws Throwable {
        if (running) {
            return null;
        }
        if (FrameworkWeaver.isFactory(invoker.getClass().getName())) {
            return made(invoker);
        }
        Method method = method(invoker.getClass(), arguments.length);
        running = true;
        try {
            if (tests.areAlone()) {
                return once(method, invoker, arguments);
            }
            Object first = invoke(method, invoker, arguments);
            if (first instanceof ITestResult) {
                String id = id((ITestResult) first);
                if (tests.wants(id)) {
                    tests.runs(id).of(() -> TestNgPass.ran((ITestResult) invoke(method, invoker, arguments)));
                }
            }
            return first;
        } finally {
            running = false;
        }
    }

    /** The only run of an invocation. Which test it is of is known once it has ended. */
    private Object once(Method method, Object invoker, Object[] arguments) throws Throwable {
        Object first = invoke(method, invoker, arguments);
        if (first instanceof ITestResult) {
            String id = id((ITestResult) first);
            if (tests.wants(id)) {
                tests.runs(id).of(() -> TestNgPass.ran((ITestResult) first));
            }
        }
        return first;
    }

    /** Finds the woven method: the {@code invokeMethod} that returns a result. */
    private static Method method(Class<?> invoker, int parameters) throws NoSuchMethodException {
        for (Class<?> type = invoker; type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (FrameworkWeaver.isInvocation(
                                method.getName(), method.getReturnType().getName())
                        && method.getParameterCount() == parameters) {
                    method.setAccessible(true);
                    return method;
                }
            }
        }
        throw new NoSuchMethodException("invokeMethod");
    }

    private static Object invoke(Method method, Object invoker, Object[] arguments) throws Throwable {
        try {
            return method.invoke(invoker, arguments);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    /** What a factory makes, after its instances have numbers. */
    private Object[] made(Object factory) throws Throwable {
        Object[] made;
        running = true;
        try {
            Method method = factory.getClass().getMethod("invoke");
            method.setAccessible(true);
            made = (Object[]) invoke(method, factory, new Object[0]);
        } finally {
            running = false;
        }
        for (Object one : made) {
            Object instance = TestNgVersions.instance(one);
            if (instance != null && !instances.containsKey(instance)) {
                instances.put(instance, counts.merge(instance.getClass(), 1, Integer::sum));
            }
        }
        return made;
    }

    /** The id that the recording agent's {@code TestNgEvents} gives the invocation. */
    private String id(ITestResult result) {
        return ids.of(
                result.getTestClass().getName() + "." + result.getMethod().getMethodName(),
                instances.getOrDefault(result.getInstance(), 0),
                result.getParameters() != null && result.getParameters().length > 0,
                TestNgVersions.parameterIndex(result));
    }
}
