package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuiteMeasuresTest {
    @Test
    void rowsAreReadWhateverANameHolds() {
        SuiteMeasures read = new SuiteMeasures(
                "scope,name,tests,ddu\nsuite,,3,0.5\nclass,org.x.Foo,2,0.25\nclass,\"a,\"\"b\"\"\",1,\n");
        assertEquals(List.of("tests", "ddu"), read.measures());
        assertEquals("suite", read.rows().get(0).scope);
        assertEquals("", read.rows().get(0).name);
        assertEquals(0.25, read.value(read.rows().get(1), "ddu"));
        assertEquals("a,\"b\"", read.rows().get(2).name);
        assertEquals(Double.NaN, read.value(read.rows().get(2), "ddu"));
    }

    @Test
    void namesAreChosenByPatternsWithStars() {
        assertEquals(true, NamePatterns.choose(List.of(), "anything"));
        assertEquals(true, NamePatterns.choose(List.of("x", "org.*.Foo"), "org.y.z.Foo"));
        assertEquals(false, NamePatterns.choose(List.of("org.*.Foo"), "org.y.FooBar"));
        assertEquals(false, NamePatterns.choose(List.of("a.b"), "a-b"));
    }
}
