package io.faultline.listeners;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class GetterTest {
    @Test
    void aMethodOfAnInterfaceIsCalledOnAClassThatNobodyMayName() {
        List<String> hidden = Collections.unmodifiableList(new ArrayList<>(List.of("x")));
        assertEquals(1, new Getter("java.util.Collection", "size").of(hidden));
    }

    @Test
    void aMethodOfASuperclassIsFound() {
        Object entry = new AbstractMap.SimpleEntry<String, String>("k", "v") {};
        assertEquals("k", new Getter("java.util.AbstractMap$SimpleEntry", "getKey").string(entry));
    }

    @Test
    void whatIsNotThereReadsAsNull() {
        assertNull(new Getter("java.util.Collection", "size").of(null));
        assertNull(new Getter("java.util.Collection", "size").of("no collection"));
        assertNull(new Getter("java.util.Collection", "noSuchMethod").of(List.of()));
        assertNull(new Getter("java.util.Collection", "size").string(List.of()));
    }

    @Test
    void whatThrowsReadsAsNull() {
        Runnable throwing = () -> {
            throw new IllegalStateException();
        };
        assertNull(new Getter("java.lang.Runnable", "run").of(throwing));
    }
}
