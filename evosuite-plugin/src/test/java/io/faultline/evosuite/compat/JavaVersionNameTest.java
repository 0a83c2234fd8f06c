package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavaVersionNameTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.9", "1.1", "1.8", "9"})
    void aNameThatTheLibraryKnowsStays(String name) {
        assertEquals(name, JavaVersionName.known(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10", "11", "17", "21"})
    void aLaterOneIsTakenForJava8(String name) {
        assertEquals("1.8", JavaVersionName.known(name));
    }

    @Test
    void noNameIsNoName() {
        assertNull(JavaVersionName.known(null));
    }
}
