package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.Woven;
import java.lang.reflect.Field;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MissingMocksTest {
    private static final String VERSION = "version()Ljava/lang/Runtime$Version;";

    @Test
    void stockEvoSuiteSendsCallsToMocksThatLackTheMethod() throws ReflectiveOperationException {
        assertTrue(isSent(Woven.stock().mocking(), "java/lang/Runtime", VERSION));
    }

    @Test
    void callsOfMethodsNewerThanTheMockStayWithTheJdk() throws ReflectiveOperationException {
        assertFalse(isSent(Woven.adapted().mocking(), "java/lang/Runtime", VERSION));
    }

    @Test
    void callsThatTheMockKnowsAreStillSentThere() throws ReflectiveOperationException {
        Woven evosuite = Woven.adapted().mocking();
        assertTrue(isSent(evosuite, "java/lang/Runtime", "availableProcessors()I"));
        assertTrue(isSent(evosuite, "java/lang/System", "currentTimeMillis()J"));
        assertTrue(isSent(evosuite, "java/lang/Math", "random()D"));
        assertTrue(isSent(evosuite, "java/util/UUID", "randomUUID()Ljava/util/UUID;"));
    }

    @Test
    void everyReplacementThatIsLeftExists() throws ReflectiveOperationException {
        assertEquals(0, missing(Woven.adapted().mocking()));
        assertTrue(missing(Woven.stock().mocking()) > 0);
    }

    private static boolean isSent(Woven evosuite, String owner, String method) throws ReflectiveOperationException {
        Class<?> type = evosuite.loadClass("org.evosuite.runtime.instrumentation.MethodCallReplacementCache");
        Object cache = type.getMethod("getInstance").invoke(null);
        return (Boolean)
                type.getMethod("hasReplacementCall", String.class, String.class).invoke(cache, owner, method);
    }

    private static int missing(Woven evosuite) throws ReflectiveOperationException {
        Class<?> type = evosuite.loadClass("org.evosuite.runtime.instrumentation.MethodCallReplacementCache");
        Object cache = type.getMethod("getInstance").invoke(null);
        Field calls = type.getDeclaredField("replacementCalls");
        calls.setAccessible(true);
        int missing = 0;
        for (Object methods : ((Map<?, ?>) calls.get(cache)).values()) {
            for (Object replacement : ((Map<?, ?>) methods).values()) {
                boolean lacks = MissingMocks.isMissing(
                        type,
                        text(replacement, "replacementClassName"),
                        text(replacement, "replacementMethodName"),
                        text(replacement, "replacementDesc"));
                missing += lacks ? 1 : 0;
            }
        }
        return missing;
    }

    private static String text(Object replacement, String name) throws ReflectiveOperationException {
        Field field = replacement.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return (String) field.get(replacement);
    }
}
