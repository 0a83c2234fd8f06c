package org.example;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ServiceTest {
    @BeforeAll
    static void prepare() {
        Service.prepare();
    }

    @Test
    void flaky() {
        assertTrue(Service.answers());
    }

    @Test
    void broken() {
        assertTrue(Service.never());
    }

    @Test
    void steady() {
        assertTrue(Service.always());
    }
}
