package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.util.List;
import org.gradle.api.GradleException;
import org.junit.jupiter.api.Test;

class AgentOptionsTest {
    @Test
    void valuesArePercentEncodedAndPatternsJoinedByColons() {
        assertEquals(
                "dir=/home/jo%20doe/%C3%A9,root=/a%2Cb%3Dc%25,include=org.x.%2A:org.y.A%24B%3F,exclude=org.x.gen.%2A",
                AgentOptions.text(
                        new File("/home/jo doe/é"),
                        new File("/a,b=c%"),
                        List.of("org.x.*", "org.y.A$B?"),
                        List.of("org.x.gen.*")));
    }

    @Test
    void whatIsNotAskedForIsNotMentioned() {
        assertEquals("dir=/d,root=/r", AgentOptions.text(new File("/d"), new File("/r"), List.of(), List.of()));
    }

    @Test
    void patternsThatNoClassCanMatchAreErrors() {
        for (String pattern : new String[] {"", "org/x/*", "a b", "Foo#bar"}) {
            GradleException error = assertThrows(
                    GradleException.class,
                    () -> AgentOptions.text(new File("/d"), new File("/r"), List.of(pattern), List.of()));
            assertTrue(error.getMessage().contains("`" + pattern + "` in includes"), error.getMessage());
        }
    }
}
