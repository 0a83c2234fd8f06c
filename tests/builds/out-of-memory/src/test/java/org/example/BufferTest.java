package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer.MethodName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The platform passes the error of the second test on to Surefire, which reports no test of the class and ends the JVM. */
@TestMethodOrder(MethodName.class)
class BufferTest {
    @Test
    void fits() {
        assertEquals(3, Buffer.of(3).length);
    }

    @Test
    void overflows() {
        assertEquals(4, Buffer.of(4).length);
    }
}
