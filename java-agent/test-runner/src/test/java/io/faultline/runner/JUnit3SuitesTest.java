package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import junit.framework.TestSuite;
import org.junit.jupiter.api.Test;

class JUnit3SuitesTest {
    static final TestSuite SUITE = new TestSuite();

    public static final class WithSuite {
        public static junit.framework.Test suite() {
            return SUITE;
        }
    }

    public static final class OfNoTests {
        public static String suite() {
            return "no test";
        }
    }

    public static final class OfInstances {
        public junit.framework.Test suite() {
            return SUITE;
        }
    }

    public static final class Broken {
        public static junit.framework.Test suite() {
            throw new UnsupportedOperationException("broken");
        }
    }

    @Test
    void aStaticMethodThatGivesTestsIsASuite() throws IllegalAccessException {
        assertSame(SUITE, JUnit3Suites.of(WithSuite.class));
        for (Class<?> without : new Class<?>[] {OfNoTests.class, OfInstances.class, JUnit3SuitesTest.class}) {
            assertNull(JUnit3Suites.of(without), without.getName());
        }
    }

    @Test
    void whatItThrowsIsASentence() {
        String said = assertThrows(IllegalStateException.class, () -> JUnit3Suites.of(Broken.class))
                .getMessage();
        assertEquals("its method `suite` threw java.lang.UnsupportedOperationException: broken", said);
    }
}
