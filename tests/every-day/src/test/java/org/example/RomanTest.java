package org.example;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/** 394 tests, one for each number. */
@RunWith(Parameterized.class)
public class RomanTest {
    @Parameterized.Parameters(name = "{0}")
    public static List<Integer> numbers() {
        List<Integer> numbers = new ArrayList<>();
        for (int number = 1; number <= 394; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    @Parameterized.Parameter
    public int number;

    @Test
    public void readsBack() {
        int sum = 0;
        int last = 0;
        String roman = Roman.of(number);
        for (int i = roman.length() - 1; i >= 0; i--) {
            int value = new int[] {1, 5, 10, 50, 100}["IVXLC".indexOf(roman.charAt(i))];
            sum += value < last ? -value : value;
            last = Math.max(last, value);
        }
        assertEquals(number, sum);
    }
}
