package io.faultline.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinesTest {
    @Test
    void everyLineIsHandedOver() throws Exception {
        List<String> taken = new ArrayList<>();
        new Lines(text("a\nü\n\nlast"), taken::add).join();
        assertEquals(List.of("a", "ü", "", "last"), taken);
    }

    @Test
    void anOutputIsReadToItsEndAlthoughItsConsumerThrew() throws Exception {
        InputStream in = text("a\n".repeat(100_000));
        IllegalStateException thrown = new IllegalStateException("full");
        List<String> taken = new ArrayList<>();
        Lines lines = new Lines(in, line -> {
            taken.add(line);
            throw thrown;
        });
        IOException failure = assertThrows(IOException.class, lines::join);
        assertSame(thrown, failure.getCause());
        assertEquals(List.of("a"), taken);
        assertEquals(0, in.available());
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
