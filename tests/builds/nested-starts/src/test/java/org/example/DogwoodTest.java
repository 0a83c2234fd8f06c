package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DogwoodTest {
    DogwoodTest() throws Exception {
        Elsewhere.run(Forest::makeDogwood);
    }

    @BeforeAll
    static void plant() throws Exception {
        Elsewhere.run(Forest::plantDogwood);
    }

    @BeforeEach
    void begin() {
        Depth.begin();
    }

    @AfterEach
    void end() {
        Depth.end();
    }

    @Test
    void root() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::rootOfDogwood));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::stemOfDogwood));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(4, Elsewhere.run(Forest::leafOfDogwood));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Elsewhere.run(Forest::seedOfDogwood));
    }
}
