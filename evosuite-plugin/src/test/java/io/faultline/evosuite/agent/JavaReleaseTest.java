package io.faultline.evosuite.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JavaReleaseTest {
    @ParameterizedTest
    @CsvSource({"1.8, 8", "9, 9", "11, 11", "17, 17", "25, 25"})
    void aSpecificationIsANumber(String specification, int release) {
        assertEquals(release, JavaRelease.parse(specification));
    }

    @Test
    void upTo17AllIsWell() throws Refused {
        assertEquals(8, JavaRelease.check(8));
        assertEquals(17, JavaRelease.check(17));
    }

    @ParameterizedTest
    @ValueSource(ints = {18, 21, 25})
    void laterTheSentenceNamesTheJavaToUse(int release) {
        String sentence =
                assertThrows(Refused.class, () -> JavaRelease.check(release)).getMessage();
        assertTrue(
                sentence.contains("Java " + release)
                        && sentence.contains("with Java 17")
                        && sentence.contains("JAVA_HOME"),
                sentence);
    }
}
