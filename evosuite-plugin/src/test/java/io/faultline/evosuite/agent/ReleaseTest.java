package io.faultline.evosuite.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReleaseTest {
    @Test
    void theReleasedJarTellsItsVersion() throws Refused {
        assertEquals("1.0.6", Release.of(org.evosuite.Properties.class.getProtectionDomain()));
    }

    @Test
    void aVersionThatWeDoNotKnowIsRefusedByName() {
        String sentence =
                assertThrows(Refused.class, () -> Release.check("2.0.0")).getMessage();
        assertTrue(
                sentence.contains("EvoSuite 2.0.0") && sentence.contains("use org.evosuite:evosuite-master:1.0.6"),
                sentence);
    }

    @Test
    void classesThatDoNotTellTheirVersionAreRefused() {
        String sentence = assertThrows(
                        Refused.class, () -> Release.of(getClass().getProtectionDomain()))
                .getMessage();
        assertTrue(sentence.contains("version of EvoSuite is unknown"), sentence);
    }
}
