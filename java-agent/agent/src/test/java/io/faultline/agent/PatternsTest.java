package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PatternsTest {
    @Test
    void aPlainNameMeansTheClassAndWhatIsNestedInIt() {
        Patterns patterns = Patterns.parse("a.B");
        assertTrue(patterns.match("a.B"));
        assertTrue(patterns.match("a.B$C"));
        assertFalse(patterns.match("a.BC"));
        assertFalse(patterns.match("a"));
        assertFalse(patterns.match("x.a.B"));
    }

    @Test
    void aStarIsAnyCharacters() {
        assertTrue(Patterns.parse("a.*").match("a.b.C"));
        assertTrue(Patterns.parse("*").match("C"));
        assertTrue(Patterns.parse("*.internal.*Impl").match("a.internal.b.internal.XImpl"));
        assertFalse(Patterns.parse("*.internal.*Impl").match("a.internal.XImplOf"));
        assertFalse(Patterns.parse("a.*").match("a"));
    }

    @Test
    void aQuestionMarkIsOneCharacter() {
        assertTrue(Patterns.parse("a.?").match("a.B"));
        assertFalse(Patterns.parse("a.?").match("a.BC"));
        assertFalse(Patterns.parse("a.?").match("a."));
    }

    @Test
    void colonsSeparatePatterns() {
        Patterns patterns = Patterns.parse("a.B: c.* ::d/E");
        assertTrue(patterns.match("a.B"));
        assertTrue(patterns.match("c.D"));
        assertTrue(patterns.match("d.E"));
        assertFalse(patterns.match("e.F"));
    }

    @Test
    void noPatternMatchesNothing() {
        assertTrue(Patterns.parse("").isEmpty());
        assertFalse(Patterns.parse("").match("a.B"));
    }
}
