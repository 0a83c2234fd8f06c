package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class TestNameTest {
    @Test
    void aDisplayNameHoldsMethodAndClass() {
        TestName name = TestName.ofDisplayName("adds(org.x.CalcTest)");
        assertEquals("adds(org.x.CalcTest)", name.id);
        assertEquals("org.x.CalcTest", name.className);
        assertEquals("adds", name.method);
    }

    @Test
    void aParameterisedInvocationKeepsItsIdAndNamesItsMethod() {
        TestName name = TestName.ofDisplayName("adds[1: (2) => 3](org.x.CalcTest)");
        assertEquals("adds[1: (2) => 3](org.x.CalcTest)", name.id);
        assertEquals("org.x.CalcTest", name.className);
        assertEquals("adds", name.method);
    }

    @Test
    void aNameWithoutParenthesesIsAClass() {
        TestName name = TestName.ofDisplayName("org.x.CalcTest");
        assertEquals("org.x.CalcTest", name.className);
        assertNull(name.method);
    }
}
