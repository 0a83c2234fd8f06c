package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import elsewhere.Starting;
import io.faultline.evosuite.Woven;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class InitialiserLinesTest {
    @Test
    void anInitialiserFailsInTheLineInWhichItFails() throws ReflectiveOperationException {
        assertEquals(List.of(7), linesOfFailure(Woven.adapted()));
    }

    private static List<Integer> linesOfFailure(Woven evosuite) throws ReflectiveOperationException {
        evosuite.loadClass("org.evosuite.runtime.RuntimeSettings")
                .getField("resetStaticState")
                .set(null, true);
        ClassLoader loader = (ClassLoader) evosuite.loadClass("org.evosuite.runtime.instrumentation.EvoClassLoader")
                .getConstructor()
                .newInstance();
        ExceptionInInitializerError failed = assertThrows(
                ExceptionInInitializerError.class, () -> Class.forName(Starting.class.getName(), true, loader));
        return Arrays.stream(failed.getCause().getStackTrace())
                .filter(frame -> frame.getClassName().equals(Starting.class.getName()))
                .map(StackTraceElement::getLineNumber)
                .toList();
    }
}
