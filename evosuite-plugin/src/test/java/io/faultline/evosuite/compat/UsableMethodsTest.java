package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.Woven;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UsableMethodsTest {
    private final Woven stock = Woven.stock();
    private final Woven adapted = Woven.adapted();

    @Test
    void noTestTakesTheCurrentThreadForARunnable() throws ReflectiveOperationException {
        String mock = "org.evosuite.runtime.mock.java.lang.MockThread";
        assertTrue(CurrentThread.isCurrentThread(stock.loadClass(mock).getMethod("currentThread")));
        assertTrue(CurrentThread.isCurrentThread(Thread.class.getMethod("currentThread")));
        assertFalse(CurrentThread.isCurrentThread(Thread.class.getMethod("activeCount")));
        assertTrue(mayCall(stock, stock.loadClass(mock).getMethod("currentThread")));
        assertFalse(mayCall(adapted, adapted.loadClass(mock).getMethod("currentThread")));
    }

    @Test
    void noTestCallsTheFactoriesOfCollections() throws ReflectiveOperationException {
        for (Method factory : List.of(
                Map.class.getMethod("entry", Object.class, Object.class),
                Set.class.getMethod("of", Object.class),
                List.class.getMethod("copyOf", java.util.Collection.class))) {
            assertTrue(CollectionFactories.isFactory(factory));
            assertTrue(mayCall(stock, factory), factory.toString());
            assertFalse(mayCall(adapted, factory), factory.toString());
        }
        assertFalse(CollectionFactories.isFactory(List.class.getMethod("size")));
        assertFalse(CollectionFactories.isFactory(ArrayList.class.getMethod("size")));
    }

    private static boolean mayCall(Woven evosuite, Method method) throws ReflectiveOperationException {
        Class<?>[] types = {Method.class, Class.class};
        return (Boolean) evosuite.call(
                "org.evosuite.setup.TestUsageChecker", "canUse", types, method, method.getDeclaringClass());
    }
}
