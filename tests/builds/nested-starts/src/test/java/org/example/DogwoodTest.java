package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class DogwoodTest {
    DogwoodTest() throws Exception {
        Waiting.on(Forest::makeDogwood);
    }

    @BeforeAll
    static void plant() throws Exception {
        Waiting.on(Forest::plantDogwood);
    }

    @Test
    void root() throws Exception {
        assertEquals(3, Waiting.on(Forest::rootOfDogwood));
    }

    @Test
    void stem() throws Exception {
        assertEquals(3, Waiting.on(Forest::stemOfDogwood));
    }

    @Test
    void leaf() throws Exception {
        assertEquals(4, Waiting.on(Forest::leafOfDogwood));
    }

    @Test
    void seed() throws Exception {
        assertEquals(3, Waiting.on(Forest::seedOfDogwood));
    }
}
