package io.faultline.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

/** What of a unique id is the same in each run. */
class UniqueIdPartsTest {
    @Test
    void hashesAreLeftOutAlsoBehindEscapedBrackets() {
        assertEquals("[test:m%5BFoo%5D(a.B)]", UniqueIdParts.stable("[test:m%5BFoo@1a2b3c%5D(a.B)]"));
        assertEquals("[test:%5B1%3A a.Foo%2F%25%5D]", UniqueIdParts.stable("[test:%5B1%3A a.Foo@9f%2F%25%5D]"));
    }

    @Test
    void aPartWithoutThemIsNotTouched() {
        for (String part : new String[] {"[test:m(a.B)]", "[test:m%5B0%5D(a.B)]", "[runner:a.B]", "odd"}) {
            assertSame(part, UniqueIdParts.stable(part));
        }
    }

    @Test
    void equalPartsAreNumberedInsideTheBracket() {
        assertEquals("[test:m%5BFoo%5D(a.B)#2]", UniqueIdParts.numbered("[test:m%5BFoo%5D(a.B)]", 2));
        assertEquals("[test:m(a.B)]", UniqueIdParts.numbered("[test:m(a.B)]", 1));
    }

    @Test
    void onlyIdsOfTheEngineForOldTestsChange() {
        assertEquals(true, UniqueIdParts.mayChange("[engine:junit-vintage]/[runner:a.B]"));
        assertEquals(false, UniqueIdParts.mayChange("[engine:junit-vintage]"));
        assertEquals(false, UniqueIdParts.mayChange("[engine:junit-jupiter]/[class:a.B]"));
    }

    @Test
    void aPartIsTakenFromBehindTheOnesAboveIt() {
        assertEquals("[test:m]", UniqueIdParts.last("[engine:e]/[runner:a]/[test:m]", "[engine:e]/[runner:a]"));
    }
}
