package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class SettingsTest {
    @Test
    public void theFlagIsThere() {
        assertEquals("two words", Settings.of("fixture.flag"));
    }

    @Test
    public void thePropertySetDuringTheBuildIsThere() {
        assertTrue(Settings.of("fixture.junit").endsWith("junit-4.13.2.jar"));
    }

    @Test
    public void theHeapIsAsTheBuildWantsIt() {
        assertTrue(Settings.memory() <= 256L << 20);
    }
}
