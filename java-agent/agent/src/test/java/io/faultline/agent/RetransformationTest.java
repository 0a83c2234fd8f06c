package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetransformationTest {
    /** The retransformations that succeeded. */
    private final List<List<Class<?>>> done = new ArrayList<>();

    private Instrumentation refusing(Class<?>... stubborn) {
        return (Instrumentation) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Instrumentation.class}, (proxy, method, arguments) -> {
                    assertEquals("retransformClasses", method.getName());
                    List<Class<?>> asked = Arrays.asList((Class<?>[]) arguments[0]);
                    if (!Collections.disjoint(asked, Arrays.asList(stubborn))) {
                        throw new UnmodifiableClassException();
                    }
                    done.add(asked);
                    return null;
                });
    }

    @Test
    void allComeInOneGo() {
        List<Class<?>> classes = Arrays.asList(String.class, Integer.class, Long.class);
        assertEquals(Collections.emptyList(), Retransformation.of(refusing(), classes));
        assertEquals(Collections.singletonList(classes), done);
    }

    @Test
    void oneThatIsRefusedKeepsNoOtherFromIt() {
        List<Class<?>> classes = Arrays.asList(String.class, Integer.class, Long.class, Short.class, Byte.class);
        List<Class<?>> refused = Retransformation.of(refusing(Integer.class, Byte.class), classes);
        assertEquals(Arrays.asList(Integer.class, Byte.class), refused);
        List<Class<?>> replaced = new ArrayList<>();
        done.forEach(replaced::addAll);
        assertEquals(Arrays.asList(String.class, Long.class, Short.class), replaced);
    }

    @Test
    void nothingAsksForNothing() {
        assertEquals(Collections.emptyList(), Retransformation.of(refusing(), Collections.emptyList()));
        assertEquals(Collections.emptyList(), done);
    }
}
