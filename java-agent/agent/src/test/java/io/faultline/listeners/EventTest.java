package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EventTest {
    @Test
    void eachEventHasACodeOfItsOwn() throws ReflectiveOperationException {
        Set<Integer> codes = new HashSet<>();
        int constants = 0;
        for (Field field : Event.class.getDeclaredFields()) {
            if (field.getType() == int.class) {
                codes.add(field.getInt(null));
                constants++;
            }
        }
        assertTrue(constants > 40, "constants: " + constants);
        assertEquals(constants, codes.size());
    }
}
