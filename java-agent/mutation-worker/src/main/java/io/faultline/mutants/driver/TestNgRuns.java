package io.faultline.mutants.driver;

import io.faultline.runner.TestNgPass;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.testng.ITestResult;

/**
 * Handles the invocations of one pass of TestNG. The first run is for TestNG itself and yields the id; a wanted test is
 * then rerun with its data and its {@code @BeforeMethod}s and {@code @AfterMethod}s.
 */
final class TestNgRuns implements Hook.Leader {
    private final Tests tests;

    /** The number of invocations of each method, because results have no id. */
    private final Map<String, Integer> invocations = new HashMap<>();

    private boolean running;

    TestNgRuns(Tests tests) {
        this.tests = tests;
    }

    /** Returns the result for TestNG; null for invocations made from here. */
    @Override
    public Object take(Object invoker, Object[] arguments) throws Throwable {
        if (running) {
            return null;
        }
        Method method = method(invoker.getClass(), arguments.length);
        running = true;
        try {
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

    /** The id that the recording agent's {@code TestNgEvents} gives the invocation. */
    private String id(ITestResult result) {
        String base = result.getTestClass().getName() + "." + result.getMethod().getMethodName();
        int before = invocations.merge(base, 1, Integer::sum) - 1;
        if (result.getParameters() != null && result.getParameters().length > 0) {
            return base + "[" + before + "]";
        }
        return before == 0 ? base : base + "#" + (before + 1);
    }
}
