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
import org.junit.runner.Runner;
import org.junit.runner.notification.Failure;
import org.junit.runner.notification.RunNotifier;
import org.junit.runners.BlockJUnit4ClassRunner;
import org.junit.runners.Parameterized;
import org.junit.runners.ParentRunner;
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

    /** A runner that is not JUnit's, takes no filter and describes its tests alike, anew each time. */
    public static class Alike extends Runner {
        private final Class<?> type;

        public Alike(Class<?> type) {
            this.type = type;
        }

        @Override
        public Description getDescription() {
            Description all = Description.createSuiteDescription(type);
            for (int i = 0; i < 3; i++) {
                all.addChild(Description.createTestDescription(type, "same"));
            }
            return all;
        }

        @Override
        public void run(RunNotifier notifier) {
            List<Description> tests = getDescription().getChildren();
            for (int i = 0; i < tests.size(); i++) {
                notifier.fireTestStarted(tests.get(i));
                if (i == 1) {
                    notifier.fireTestFailure(new Failure(tests.get(i), new IllegalStateException("second")));
                }
                notifier.fireTestFinished(tests.get(i));
            }
        }
    }

    /** Has one description for all its tests. */
    public static final class Shared extends Alike {
        private final Description all;

        public Shared(Class<?> type) {
            super(type);
            Description test = Description.createTestDescription(type, "same");
            all = Description.createSuiteDescription(type);
            for (int i = 0; i < 3; i++) {
                all.addChild(test);
            }
        }

        @Override
        public Description getDescription() {
            return all;
        }
    }

    /** As {@link Alike}, but filters are applied to each test. */
    public static final class Filtered extends ParentRunner<Integer> {
        public Filtered(Class<?> type) throws InitializationError {
            super(type);
        }

        @Override
        protected List<Integer> getChildren() {
            return List.of(1, 2, 3);
        }

        @Override
        protected Description describeChild(Integer child) {
            return Description.createTestDescription(getTestClass().getJavaClass(), "same");
        }

        @Override
        protected void runChild(Integer child, RunNotifier notifier) {
            Description test = describeChild(child);
            notifier.fireTestStarted(test);
            if (child == 2) {
                notifier.fireTestFailure(new Failure(describeChild(child), new IllegalStateException("second")));
            }
            notifier.fireTestFinished(test);
        }
    }

    @RunWith(Alike.class)
    public static final class OfAlike {}

    @RunWith(Shared.class)
    public static final class OfShared {}

    @RunWith(Filtered.class)
    public static final class OfFiltered {}

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
    void ofTestsThatAreDescribedAlikeAllRunAndEachHasItsNumber() throws Exception {
        for (Class<?> type : List.of(OfAlike.class, OfShared.class, OfFiltered.class)) {
            for (String one : List.of("same", "same#2", "same#3")) {
                assertEquals(
                        List.of(
                                "started same",
                                "ended same PASSED",
                                "started same#2",
                                "ended same#2 FAILED second",
                                "started same#3",
                                "ended same#3 PASSED"),
                        id(type, one),
                        type.getSimpleName() + one);
            }
        }
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
