package org.example;

import static org.junit.Assert.assertTrue;

import java.io.File;
import org.junit.Test;

public class OutboxTest {
    /** Fails if another program left a lock. */
    @Test
    public void sends() {
        assertTrue(new Outbox(new File("target/outbox.lock")).send("Dear Ada"));
    }
}
