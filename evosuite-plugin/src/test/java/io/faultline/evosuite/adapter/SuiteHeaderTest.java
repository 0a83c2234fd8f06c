package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteHeaderTest {
    private static final String NL = System.lineSeparator();

    @Test
    void theLinesStandAtTheEndOfTheFirstComment() {
        assertEquals(
                "/*\n * EvoSuite\n * fitness ddu" + NL + " * seed 1" + NL + " */\npackage a;",
                SuiteHeader.complete("/*\n * EvoSuite\n */\npackage a;", List.of("fitness ddu", "seed 1")));
    }

    @Test
    void noLineCanEndTheCommentOrStartAnEscape() {
        assertEquals("/*\n * a* /b/u000a c" + NL + " */", SuiteHeader.complete("/*\n */", List.of("a*/b\\u000a\nc")));
    }
}
