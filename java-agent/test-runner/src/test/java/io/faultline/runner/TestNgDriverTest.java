package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.testng.SkipException;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;

class TestNgDriverTest {
    public static final class Plain {
        @org.testng.annotations.Test
        public void passes() {}

        @org.testng.annotations.Test(priority = -1)
        public void givesUp() {
            throw new SkipException("s");
        }

        @org.testng.annotations.Test(dependsOnMethods = "unwanted")
        public void depends() {
            throw new IllegalStateException("d");
        }

        @org.testng.annotations.Test
        public void unwanted() {
            throw new IllegalStateException("unwanted");
        }

        @DataProvider
        public Object[][] rows() {
            return new Object[][] {{1}, {2}};
        }

        @org.testng.annotations.Test(dataProvider = "rows")
        public void row(int row) {}
    }

    public static final class Unopened {
        @BeforeMethod
        public void open() {
            throw new IllegalStateException("o");
        }

        @org.testng.annotations.Test
        public void test() {}
    }

    private static List<String> methods(Class<?> testClass, String... methods) throws Exception {
        return Heard.of(new TestNgDriver(), Selection.ofMethods(testClass, List.of(methods)));
    }

    @Test
    void methodsRunInTheirOrderWithoutThoseThatTheyDependOn() throws Exception {
        assertEquals(
                List.of(
                        "started depends",
                        "ended depends FAILED d",
                        "started passes",
                        "ended passes PASSED",
                        "started givesUp",
                        "ended givesUp ABORTED s"),
                methods(Plain.class, "depends", "passes", "givesUp"));
        assertEquals(
                List.of("started row", "ended row PASSED", "started row", "ended row PASSED"),
                methods(Plain.class, "row"));
    }

    @Test
    void aFixtureThatFailsIsTold() throws Exception {
        List<String> said = methods(Unopened.class, "test");
        assertEquals(
                List.of("failed test FAILED o", "ended test FAILED o"), said.subList(said.size() - 2, said.size()));
    }
}
