package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlatformDriverTest {
    /** Enables the nested classes, which run only through the driver. */
    @BeforeAll
    static void enable() {
        System.setProperty("faultline.inner", "yes");
    }

    @AfterAll
    static void disable() {
        System.clearProperty("faultline.inner");
    }

    @EnabledIfSystemProperty(named = "faultline.inner", matches = "yes")
    static class Plain {
        @Test
        void passes() {}

        @Test
        void fails() {
            throw new IllegalStateException("f");
        }

        @Test
        void givesUp() {
            Assumptions.abort("a");
        }

        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void row(int row) {}

        @TestFactory
        Stream<DynamicTest> made() {
            return Stream.of("g", "h")
                    .map(name -> DynamicTest.dynamicTest(name, () -> {
                        throw new IllegalStateException(name);
                    }));
        }
    }

    @EnabledIfSystemProperty(named = "faultline.inner", matches = "yes")
    @TestMethodOrder(MethodOrderer.MethodName.class)
    static final class Ordered {
        @Test
        void a() {}

        @Test
        void b() {}
    }

    @EnabledIfSystemProperty(named = "faultline.inner", matches = "yes")
    static final class Unopened {
        @BeforeAll
        static void open() {
            throw new IllegalStateException("o");
        }

        @Test
        void test() {}
    }

    private static List<String> methods(Class<?> testClass, String... methods) throws Exception {
        return Heard.of(new PlatformDriver(), Selection.ofMethods(testClass, List.of(methods)));
    }

    private static List<String> id(Class<?> testClass, String segments) throws Exception {
        String of = "[engine:junit-jupiter]/[class:" + testClass.getName() + "]";
        return Heard.of(new PlatformDriver(), Selection.ofIds(null, List.of(of + segments))).stream()
                .map(said -> said.replace(of, "T"))
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
                methods(Plain.class, "passes", "givesUp", "fails"));
        assertEquals(
                List.of("started row", "ended row PASSED", "started row", "ended row PASSED"),
                methods(Plain.class, "row"));
    }

    @Test
    void anOrderOfTheClassGivesWay() throws Exception {
        assertEquals(
                List.of("started b", "ended b PASSED", "started a", "ended a PASSED"),
                methods(Ordered.class, "b", "a"));
    }

    @Test
    void aFactoryIsOneTestWithAllThatItMakes() throws Exception {
        assertEquals(List.of("started made", "ended made FAILED g"), methods(Plain.class, "made"));
    }

    @Test
    void anIdIsOneInvocation() throws Exception {
        assertEquals(
                List.of("started T/[method:fails()]", "ended T/[method:fails()] FAILED f"),
                id(Plain.class, "/[method:fails()]"));
        String row = "T/[test-template:row(int)]/[test-template-invocation:#2]";
        assertEquals(List.of("started " + row, "ended " + row + " PASSED"), id(Plain.class, row.substring(1)));
        String made = "T/[test-factory:made()]/[dynamic-test:#2]";
        assertEquals(List.of("started " + made, "ended " + made + " FAILED h"), id(Plain.class, made.substring(1)));
    }

    @Test
    void whatHoldsATestFailsForIt() throws Exception {
        assertEquals(List.of("failed T FAILED o"), id(Unopened.class, "/[method:test()]"));
        assertEquals(List.of("started T", "ended T FAILED o"), id(Unopened.class, ""));
    }

    @Test
    void idsOfAClassRunItAsAWhole() throws Exception {
        String id = "[engine:junit-jupiter]/[class:" + Ordered.class.getName() + "]/[method:b()]";
        assertEquals(
                List.of("started " + id, "ended " + id + " PASSED"),
                Heard.of(new PlatformDriver(), Selection.ofIds(Ordered.class, List.of(id))));
    }
}
