package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.faultline.evosuite.Woven;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;

class ObjectMethodsTest {
    private static final String SYSTEM = "org.evosuite.runtime.System";
    private static final Class<?>[] OBJECT = {Object.class};

    @Test
    void stockEvoSuiteForgetsTheTextOfAString() throws ReflectiveOperationException {
        assertNotEquals("abc", Woven.stock().call(SYSTEM, "toString", OBJECT, "abc"));
    }

    @Test
    void aStringKeepsItsText() throws ReflectiveOperationException {
        assertEquals("abc", Woven.adapted().call(SYSTEM, "toString", OBJECT, "abc"));
    }

    @Test
    void anObjectWithoutTextOfItsOwnKeepsTheInventedOne() throws ReflectiveOperationException {
        Object plain = new Object();
        assertEquals(
                Woven.stock().call(SYSTEM, "toString", OBJECT, plain),
                Woven.adapted().call(SYSTEM, "toString", OBJECT, plain));
    }

    @Test
    void nullIsLeftToEvoSuite() throws ReflectiveOperationException {
        assertEquals(outcome(Woven.stock()), outcome(Woven.adapted()));
    }

    private static String outcome(Woven evosuite) throws ReflectiveOperationException {
        try {
            return "" + evosuite.call(SYSTEM, "toString", OBJECT, new Object[] {null});
        } catch (InvocationTargetException e) {
            return e.getCause().getClass().getName();
        }
    }

    @Test
    void aStringKeepsItsHashAndOthersTheInventedOne() throws ReflectiveOperationException {
        Woven evosuite = Woven.adapted();
        assertEquals("abc".hashCode(), evosuite.call(SYSTEM, "hashCode", OBJECT, "abc"));
        Object plain = new Object();
        assertEquals(
                evosuite.call(SYSTEM, "identityHashCode", OBJECT, plain),
                evosuite.call(SYSTEM, "hashCode", OBJECT, plain));
    }

    @Test
    void instrumentedCodeIsSentThere() throws ReflectiveOperationException {
        assertEquals("identityHashCode", target(Woven.stock().mocking(), "java/lang/Object", "hashCode()I"));
        assertEquals("hashCode", target(Woven.adapted().mocking(), "java/lang/Object", "hashCode()I"));
        String explicit = "identityHashCode(Ljava/lang/Object;)I";
        assertEquals("identityHashCode", target(Woven.adapted().mocking(), "java/lang/System", explicit));
    }

    /** Returns the method to which a call of a JDK method is redirected. */
    private static String target(Woven evosuite, String owner, String method) throws ReflectiveOperationException {
        Class<?> cache = evosuite.loadClass("org.evosuite.runtime.instrumentation.MethodCallReplacementCache");
        Method get = cache.getMethod("getReplacementCall", String.class, String.class);
        Object replacement = get.invoke(cache.getMethod("getInstance").invoke(null), owner, method);
        Field name = replacement.getClass().getDeclaredField("replacementMethodName");
        name.setAccessible(true);
        return (String) name.get(replacement);
    }
}
