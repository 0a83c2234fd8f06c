package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Factory;
import org.testng.annotations.Test;

public class MakerTest {
    @Factory
    public Object[] make() {
        return new Object[] {new Made1(1), new Made2(Made.ofFactory())};
    }

    public abstract static class Base {
        private final int number;

        Base(int number) {
            this.number = Made.ofConstructor(number);
        }

        @Test
        public void made() {
            assertEquals(Made.used(number), number + 1);
        }
    }

    public static class Made1 extends Base {
        Made1(int number) {
            super(number);
        }
    }

    public static class Made2 extends Base {
        Made2(int number) {
            super(number);
        }
    }
}
