package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.Woven;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FitnessPropertiesTest {
    private static final String PROPERTIES = "org.evosuite.Properties";
    private Woven evosuite;

    @BeforeEach
    void load() {
        evosuite = Woven.adapted();
    }

    @Test
    void evosuiteItselfListsThem() throws ReflectiveOperationException {
        Set<?> keys = (Set<?>) evosuite.call(PROPERTIES, "getParameters", new Class<?>[0]);
        for (FitnessProperties.Property property : FitnessProperties.ALL) {
            assertTrue(keys.contains(property.key), property.key);
        }
        Set<?> stock = (Set<?>) Woven.stock().call(PROPERTIES, "getParameters", new Class<?>[0]);
        assertFalse(stock.contains("fitness"));
    }

    @Test
    void evosuiteItselfSetsThem() throws ReflectiveOperationException {
        Class<?> type = evosuite.loadClass(PROPERTIES);
        Object properties = type.getMethod("getInstanceSilent").invoke(null);
        type.getMethod("setValue", String.class, String.class).invoke(properties, "fitness", "ddu");
        type.getMethod("setValue", String.class, String.class).invoke(properties, "fitness_round_evals", "100");
        assertEquals("ddu", type.getField("FITNESS").get(null));
        assertEquals(100, type.getField("FITNESS_ROUND_EVALS").get(null));
    }

    @Test
    void theyStartWithTheirDefaults() throws ReflectiveOperationException {
        Class<?> type = evosuite.loadClass(PROPERTIES);
        assertEquals("", type.getField("FITNESS").get(null));
        assertEquals(2000, type.getField("FITNESS_ROUND_MS").get(null));
        assertEquals(0, type.getField("FITNESS_ROUNDS").get(null));
    }

    @Test
    void settingsNeedTheAgent() {
        // The test's own class path has EvoSuite as released.
        IllegalStateException e = assertThrows(IllegalStateException.class, FitnessSettings::current);
        assertTrue(e.getMessage().contains("without the agent"), e.getMessage());
    }
}
