package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.gradle.api.GradleException;
import org.junit.jupiter.api.Test;

class ClassPatternsTest {
    @Test
    void patternsStayAsTheyAre() {
        List<String> patterns = List.of("org.x.*", "org.y.A$B?", "org.é");
        assertEquals(patterns, ClassPatterns.checked("include", patterns));
    }

    @Test
    void patternsThatNoClassCanMatchAreErrors() {
        for (String pattern : new String[] {"", "org/x/*", "a b", "Foo#bar"}) {
            GradleException error = assertThrows(
                    GradleException.class, () -> ClassPatterns.checked("include", List.of("org.x.*", pattern)));
            assertTrue(error.getMessage().contains("`" + pattern + "` in includes"), error.getMessage());
        }
    }
}
