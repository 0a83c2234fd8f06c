package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class OldParameterisedTest {
    private final String word;

    public OldParameterisedTest(String word) {
        this.word = word;
    }

    @Parameters
    public static Object[] words() {
        return new Object[] {"x", "y"};
    }

    @Test
    public void joinsAlone() {
        assertEquals(word, Words.join(word));
    }
}
