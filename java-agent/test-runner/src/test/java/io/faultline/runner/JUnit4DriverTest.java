package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.Assume;
import org.junit.BeforeClass;
import org.junit.Ignore;
import org.junit.jupiter.api.Test;
import org.junit.runner.Description;
import org.junit.runner.RunWith;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.Parameterized;
import org.junit.runners.model.FrameworkMethod;
import org.junit.runners.model.InitializationError;

class JUnit4DriverTest {
    public static final class Plain {
        @org.junit.Test
        public void passes() {}

        @org.junit.Test
        public void fails() {
            throw new IllegalStateException("f");
        }

        @org.junit.Test
        public void givesUp() {
            Assume.assumeTrue("a", false);
        }

        @Ignore
        @org.junit.Test
        public void leftOut() {}
    }

    @RunWith(Parameterized.class)
    public static final class Rows {
        @Parameterized.Parameters
        public static List<Object[]> rows() {
            return Arrays.asList(new Object[] {1}, new Object[] {2});
        }

        public Rows(int row) {}

        @org.junit.Test
        public void row() {}
    }

    public static final class Unopened {
        @BeforeClass
        public static void open() {
            throw new IllegalStateException("o");
        }

        @org.junit.Test
        public void test() {}
    }

    /** A runner that counts rows as they run and applies filters to methods only. */
    public static final class Counting extends BlockJUnit4ClassRunner {
        private int next;

        public Counting(Class<?> type) throws InitializationError {
            super(type);
        }

        @Override
        protected List<FrameworkMethod> computeTestMethods() {
            List<FrameworkMethod> twice = new ArrayList<>(super.computeTestMethods());
            twice.addAll(super.computeTestMethods());
            return twice;
        }

        @Override
        public Description getDescription() {
            Description all = Description.createSuiteDescription(getTestClass().getJavaClass());
            for (FrameworkMethod method : new LinkedHashSet<>(getChildren())) {
                Description rows = Description.createSuiteDescription(method.getName());
                rows.addChild(row(method, 0));
                rows.addChild(row(method, 1));
                all.addChild(rows);
            }
            return all;
        }

        private Description row(FrameworkMethod method, int row) {
            return Description.createTestDescription(getTestClass().getJavaClass(), method.getName() + " " + row);
        }

        @Override
        protected void runChild(FrameworkMethod method, RunNotifier notifier) {
            Description row = row(method, next++);
            notifier.fireTestStarted(row);
            notifier.fireTestFinished(row);
        }
    }

    @RunWith(Counting.class)
    public static final class Counted {
        @org.junit.Test
        public void row() {}
    }

    /** Its suite has tests of an inner class. */
    public static final class Outer extends TestCase {
        public static junit.framework.Test suite() {
            TestSuite suite = new TestSuite(Outer.class);
            suite.addTest(new Outer().new Inner("testInner"));
            return suite;
        }

        public void testOuter() {}

        public final class Inner extends TestCase {
            Inner(String name) {
                super(name);
            }

            public void testInner() {
                assertNotNull(Outer.this);
            }
        }
    }

    private static List<String> methods(Class<?> testClass, String... methods) throws Exception {
        return Heard.of(new JUnit4Driver(), Selection.ofMethods(testClass, List.of(methods)));
    }

    private static List<String> id(Class<?> testClass, String test) throws Exception {
        return Heard.of(new JUnit4Driver(), Selection.ofIds(testClass, List.of(test + "(" + testClass.getName() + ")")))
                .stream()
                .map(said -> said.replace("(" + testClass.getName() + ")", ""))
                .toList();
    }

    @Test
    void methodsRunInTheirOrderWithAllTheirInvocations() throws Exception {
        assertEquals(
                List.of(
                        "started passes",
                        "ended passes PASSED",
                        "started givesUp",
                        "ended givesUp ABORTED a",
                        "started fails",
                        "ended fails FAILED f"),
                methods(Plain.class, "passes", "leftOut", "givesUp", "fails"));
        assertEquals(
                List.of("started row", "ended row PASSED", "started row", "ended row PASSED"),
                methods(Rows.class, "row"));
    }

    @Test
    void anIdIsOneInvocation() throws Exception {
        assertEquals(List.of("started fails", "ended fails FAILED f"), id(Plain.class, "fails"));
        assertEquals(List.of("started row[1]", "ended row[1] PASSED"), id(Rows.class, "row[1]"));
        assertEquals(List.of(), id(Plain.class, "none"));
    }

    @Test
    void rowsThatARunnerCountsRunBesideTheOneThatAnIdNames() throws Exception {
        assertEquals(
                List.of("started row 0", "ended row 0 PASSED", "started row 1", "ended row 1 PASSED"),
                id(Counted.class, "row 1"));
    }

    @Test
    void anIdOfAnInnerClassIsFoundInTheSuiteOfTheOuterClass() throws Exception {
        assertEquals(List.of("started testInner", "ended testInner PASSED"), id(Outer.Inner.class, "testInner"));
    }

    @Test
    void aFixtureThatFailsIsNoTest() throws Exception {
        assertEquals(List.of("failed " + Unopened.class.getName() + " FAILED o"), id(Unopened.class, "test"));
        assertEquals("FAILED o", methods(Unopened.class, "test").get(0).replaceFirst("^failed \\S+ ", ""));
    }

    @Test
    void whenItIsOverNoFurtherTestBegins() throws Exception {
        assertEquals(
                List.of("started passes", "ended passes PASSED"),
                Heard.of(new JUnit4Driver(), Selection.ofMethods(Plain.class, List.of("passes", "fails")), 1));
    }
}
