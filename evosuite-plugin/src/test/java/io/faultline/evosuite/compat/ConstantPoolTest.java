package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class ConstantPoolTest {
    /** Has every kind of constant: long and double, which occupy two indices; strings, lambdas and switches. */
    public static class Sample {
        public static String text(long n, double d) {
            Runnable none = () -> {};
            none.run();
            return "io/faultline/evosuite/compat/" + (n + 123456789012345L) + (d + 0.1234567890123)
                    + Sample.class.getName();
        }
    }

    @Test
    void aMovedClassRuns() throws Exception {
        byte[] moved = ConstantPool.replace(sample(), "io/faultline/evosuite/compat/", "elsewhere/");
        Class<?> type = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass(null, moved, 0, moved.length);
            }
        }.define();
        assertEquals("elsewhere.ConstantPoolTest$Sample", type.getName());
        Object text = type.getMethod("text", long.class, double.class).invoke(null, 1L, 2.0);
        assertEquals("elsewhere/1234567890123462.1234567890123elsewhere.ConstantPoolTest$Sample", text);
    }

    @Test
    void otherBytesAreNoClassFile() {
        assertThrows(UncheckedIOException.class, () -> ConstantPool.replace(new byte[9], "a", "b"));
    }

    private static byte[] sample() throws IOException {
        try (InputStream in = Sample.class.getResourceAsStream("ConstantPoolTest$Sample.class")) {
            return in.readAllBytes();
        }
    }
}
