package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** EvoSuite from Maven Central, on the Java of this build, without a metric. */
class PlainSearchIT {
    @TempDir
    Path folder;

    @Test
    void aSuiteForAClassOfAReleasedLibraryIsWrittenCompilesAndPasses() {
        Search search = new Search(folder, "org.apache.commons.lang3.math.Fraction", Jvm.jar("commons-lang3"));
        passes(search, search.generate(40, "-criterion", "LINE", "-Dassertions=false"), 10);
    }

    @Test
    void aSuiteForAClassOfRelease17IsWrittenCompilesAndPasses() {
        Search search = new Search(folder, "shop.Drawing", Search.compile(folder, "shop", 17));
        Jvm.Result run = search.generate(40, "-criterion", "LINE:BRANCH");
        passes(search, run, 4);
        assertTrue(search.suite().contains("shop.Shape"), "a suite that makes no shape");
        assertTrue(search.suite().contains("assert"), "a suite without assertions");
    }

    @Test
    void theBugsThatAreMendedDoNotShowInASuite() {
        Search search = new Search(folder, "shop.Described", Search.compile(folder, "shop", 17));
        Jvm.Result run = search.generate(
                60,
                "-criterion",
                "LINE:BRANCH",
                "-Dassertions=false",
                "-Dp_functional_mocking=0.8",
                "-Dfunctional_mocking_percent=0");
        passes(search, run, 4);
        assertTrue(search.suite().contains("mock(Described.Source.class"), "no interface was mocked");
        assertTrue(search.suite().contains("feature()"), "the method that calls Runtime.version() is not called");
        assertFalse(search.suite().contains("NoSuchMethodError"), search.suite());
        assertFalse(search.suite().contains("java.lang.String@"), search.suite());
    }

    /** Asserts that the suite was checked, exists, has tests that all pass, and does not mention a metric. */
    private static void passes(Search search, Jvm.Result run, int atLeast) {
        assertEquals(0, run.exit(), run.text());
        assertEquals(List.of(), run.ours());
        assertTrue(run.text().contains("* Compiling and checking tests"), run.text());
        String suite = search.suite();
        int tests = suite.split("@Test", -1).length - 1;
        assertTrue(tests >= atLeast, () -> tests + " tests: " + suite);
        assertFalse(suite.contains("fitness"), suite);
        Jvm.Result test = search.test();
        assertTrue(test.text().contains("OK (" + tests + " tests)"), () -> test.text() + suite);
        assertEquals(List.of(), test.ours());
    }
}
