package org.example;

import java.util.Arrays;
import org.junit.BeforeClass;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** JUnit asks for the parameters before it runs anything: a fixture has to ask again. */
@RunWith(Parameterized.class)
public class ParametersTest {
    public ParametersTest(int n) {
    }

    @BeforeClass
    public static void prepare() {
        Steps.parameters(1);
    }

    @Parameterized.Parameters
    public static Iterable<Integer> numbers() {
        return Arrays.asList(1, 2);
    }

    @Test
    public void works() {
        Steps.other();
    }
}
