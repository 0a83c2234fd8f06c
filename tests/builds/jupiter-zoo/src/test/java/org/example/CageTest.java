package org.example;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@ValueSource(ints = {1, 2})
class CageTest {
    @Parameter
    int number;

    @Test
    void cage() {
        Zoo.cage(number);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8})
    void fed(int animal) {
        Zoo.fed(number, animal);
    }
}
