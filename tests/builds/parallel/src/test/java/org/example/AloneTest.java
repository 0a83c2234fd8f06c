package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class AloneTest {
    @Test
    void alone() {
        assertEquals(2, Meeting.parties());
    }
}
