package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamePatternsTest {
    @Test
    void namesAreChosenByPatternsWithStars() {
        assertEquals(true, NamePatterns.choose(List.of(), "anything"));
        assertEquals(true, NamePatterns.choose(List.of("x", "org.*.Foo"), "org.y.z.Foo"));
        assertEquals(false, NamePatterns.choose(List.of("org.*.Foo"), "org.y.FooBar"));
        assertEquals(false, NamePatterns.choose(List.of("a.b"), "a-b"));
    }
}
