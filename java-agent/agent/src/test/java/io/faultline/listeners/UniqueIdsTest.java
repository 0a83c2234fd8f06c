package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.faultline.runtime.TestName;
import org.junit.jupiter.api.Test;

class UniqueIdsTest {
    @Test
    void aMethodOfANestedClass() {
        TestName name = UniqueIds.name("[engine:junit-jupiter]/[class:a.B]/[nested-class:C]/[method:m(int, x.Y)]");
        assertEquals("a.B$C", name.className);
        assertEquals("m", name.method);
    }

    @Test
    void aDynamicTestBelongsToItsFactory() {
        TestName name = UniqueIds.name("[engine:junit-jupiter]/[class:a.B]/[test-factory:m()]/[dynamic-test:#1]");
        assertEquals("a.B", name.className);
        assertEquals("m", name.method);
    }

    @Test
    void aVintageTest() {
        TestName name = UniqueIds.name("[engine:junit-vintage]/[runner:a.B]/[test:m%5B0%5D(a.B)]");
        assertEquals("a.B", name.className);
        assertEquals("m", name.method);
    }

    @Test
    void aMethodOfAParameterisedClass() {
        TestName name = UniqueIds.name(
                "[engine:junit-jupiter]/[class-template:a.B]/[class-template-invocation:#1]/[method:m()]");
        assertEquals("a.B", name.className);
        assertEquals("m", name.method);
    }

    @Test
    void theLastSegmentSaysWhatKindItIs() {
        assertEquals("iteration", UniqueIds.lastKind("[engine:spock]/[spec:a.B]/[iteration:0]"));
        assertEquals("engine", UniqueIds.lastKind("[engine:x]"));
        assertEquals("", UniqueIds.lastKind(""));
    }

    @Test
    void whatIsNoJUnitIdHasNeitherClassNorMethod() {
        for (String id : new String[] {"", "x", "[", "[engine", "[engine:cucumber]/[feature:x.feature]/[scenario:3]"}) {
            TestName name = UniqueIds.name(id);
            assertEquals(id, name.id);
            assertNull(name.className);
            assertNull(name.method);
        }
    }
}
