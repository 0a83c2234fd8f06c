package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {
    @Test
    void keysAreToldApartByIdentityAndNeverAsked() {
        WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
        Object first = new Touchy();
        Object second = new Touchy();
        map.put(first, "1");
        assertEquals("1", map.get(first));
        assertNull(map.get(second));
        map.put(second, "2");
        map.put(first, "3");
        assertEquals("3", map.get(first));
        assertEquals("2", map.get(second));
    }

    private static final class Touchy {
        @Override
        public boolean equals(Object other) {
            throw new AssertionError("asked");
        }

        @Override
        public int hashCode() {
            throw new AssertionError("asked");
        }
    }
}
