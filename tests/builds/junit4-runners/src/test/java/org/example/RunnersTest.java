package org.example;

import java.util.Arrays;
import junitparams.JUnitParamsRunner;
import junitparams.Parameters;
import org.junit.Test;
import org.junit.experimental.runners.Enclosed;
import org.junit.experimental.theories.DataPoints;
import org.junit.experimental.theories.Theories;
import org.junit.experimental.theories.Theory;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Enclosed.class)
public class RunnersTest {
    @RunWith(Theories.class)
    public static class OfTheories {
        @DataPoints public static final int[] NUMBERS = {1, 2};

        @Theory
        public void theory(int a, int b) {
            Taps.theory(a, b);
        }
    }

    public static class Plain {
        @Test
        public void inner() {
            Taps.inner();
        }
    }

    @RunWith(JUnitParamsRunner.class)
    public static class Given {
        @Test
        @Parameters({"1", "2"})
        public void given(int a) {
            Taps.given(a);
        }
    }

    @RunWith(Parameterized.class)
    public static class Numbers {
        @Parameterized.Parameters(name = "no {0}")
        public static Iterable<Integer> numbers() {
            return Arrays.asList(1, 2);
        }

        @Parameterized.Parameter public int number;

        @Test
        public void number() {
            Taps.number(number);
        }
    }
}
