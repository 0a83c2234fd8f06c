package io.faultline.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class FieldsTest {
    @Test
    void whatIsWrittenIsRead() {
        List<String> fields = List.of("plain", "", "a\tb", "c\nd\re", "\\t", "é");
        String line = Fields.line(fields);
        assertEquals("plain\t\ta\\tb\tc\\nd\\re\t\\\\t\té\n", line);
        assertEquals(fields, Fields.split(line.substring(0, line.length() - 1)));
    }

    @Test
    void anEmptyLineIsAnEmptyField() {
        assertEquals(List.of(""), Fields.split(""));
        assertEquals("\n", Fields.line(""));
    }

    @Test
    void aBackslashBeforeAnythingElseIsRefused() {
        for (String line : List.of("a\\x", "a\\")) {
            assertThrows(IllegalArgumentException.class, () -> Fields.split(line));
        }
    }
}
