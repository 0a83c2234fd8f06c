package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void everyKindOfValueIsRead() {
        assertEquals(
                Map.of("a", Arrays.asList(1.0, -2.5e3, true, false, null), "b", Map.of(), "c", List.of(), "d", "x"),
                Json.parse(" {\"a\" : [1, -2.5e3, true,false, null], \"b\":{}, \"c\": [ ], \"d\":\"x\"}\n"));
    }

    @Test
    void escapesAreReplaced() {
        assertEquals("\"\\/\b\f\n\r\té$", Json.parse("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9$\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1,]", "{\"a\"}", "{a:1}", "\"x", "tru", "1 2", "--1", "\"\\u12\"", "\"\\x\"", "\"\n\""})
    void whatIsNotJsonIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
    }
}
