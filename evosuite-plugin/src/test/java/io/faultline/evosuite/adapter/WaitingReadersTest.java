package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PipedInputStream;
import java.io.PipedReader;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

class WaitingReadersTest {
    @Test
    void readersThatWaitForAnotherThreadAreThoseOfPipes() {
        assertTrue(WaitingReaders.isPipe(PipedReader.class));
        assertTrue(WaitingReaders.isPipe(PipedInputStream.class));
        assertFalse(WaitingReaders.isPipe(StringReader.class));
    }
}
