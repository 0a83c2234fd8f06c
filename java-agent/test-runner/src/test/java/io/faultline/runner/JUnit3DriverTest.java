package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import junit.extensions.TestSetup;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.Test;

class JUnit3DriverTest {
    public static class Plain extends TestCase {
        static boolean isOpen;

        public void testPasses() {}

        public void testFails() {
            throw new IllegalStateException("f");
        }

        public void testSeesWhatIsOpen() {
            assertTrue("closed", isOpen);
        }
    }

    public static final class Decorated extends Plain {
        public static junit.framework.Test suite() {
            return new TestSetup(new TestSuite(Decorated.class)) {
                @Override
                protected void setUp() {
                    isOpen = true;
                }

                @Override
                protected void tearDown() {
                    isOpen = false;
                }
            };
        }
    }

    private static Selection methods(Class<?> testClass, String... methods) {
        return Selection.ofMethods(testClass, List.of(methods));
    }

    @Test
    void methodsRunInTheirOrder() throws Exception {
        assertEquals(
                List.of(
                        "started testFails",
                        "ended testFails FAILED f",
                        "started testPasses",
                        "ended testPasses PASSED"),
                Heard.of(new JUnit3Driver(), methods(Plain.class, "testFails", "testPasses")));
    }

    @Test
    void whatADecoratorSetsUpIsThereForAll() throws Exception {
        assertEquals(
                List.of("started testSeesWhatIsOpen", "ended testSeesWhatIsOpen PASSED"),
                Heard.of(new JUnit3Driver(), methods(Decorated.class, "testSeesWhatIsOpen")));
        assertEquals(
                List.of("started testSeesWhatIsOpen", "ended testSeesWhatIsOpen FAILED closed"),
                Heard.of(new JUnit3Driver(), methods(Plain.class, "testSeesWhatIsOpen")));
    }

    @Test
    void whenItIsOverNoFurtherTestBegins() throws Exception {
        assertEquals(
                List.of("started testPasses", "ended testPasses PASSED"),
                Heard.of(new JUnit3Driver(), methods(Plain.class, "testPasses", "testFails"), 1));
    }

    @Test
    void testsOfASuiteAreMetAndNotRun() {
        List<String> met = new ArrayList<>();
        JUnit3Driver.over(new TestSuite(Plain.class), test -> met.add(test.getName()));
        met.sort(null);
        assertEquals(List.of("testFails", "testPasses", "testSeesWhatIsOpen"), met);
    }

    @Test
    void idsAndSuitesThatThrowAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new JUnit3Driver()
                .run(Selection.ofIds(Plain.class, List.of("testPasses(Plain)")), Listener.NONE));
        assertEquals(
                "its method `suite` threw java.lang.UnsupportedOperationException: broken",
                assertThrows(Refused.class, () -> new JUnit3Driver()
                                .run(methods(JUnit3SuitesTest.Broken.class, "testPasses"), Listener.NONE))
                        .getMessage());
    }
}
