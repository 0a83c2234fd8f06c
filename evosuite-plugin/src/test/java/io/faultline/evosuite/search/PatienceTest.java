package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.evosuite.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatienceTest {
    private final int timeout = Properties.TIMEOUT;
    private final int shutdown = Properties.SHUTDOWN_TIMEOUT;

    @AfterEach
    void stock() {
        Properties.TIMEOUT = timeout;
        Properties.SHUTDOWN_TIMEOUT = shutdown;
    }

    @Test
    void aTestHasAQuarterOfARoundAndAfterTheRoundsAsLongAsEver() {
        Patience patience = new Patience();
        patience.shorten(2000);
        assertEquals(500, Properties.TIMEOUT);
        assertEquals(100, Properties.SHUTDOWN_TIMEOUT);
        patience.restore();
        assertEquals(3000, Properties.TIMEOUT);
        assertEquals(1000, Properties.SHUTDOWN_TIMEOUT);
    }

    @Test
    void shortRoundsLeaveATestTimeToLoadItsClassesAndLongOnesNoMoreThanEver() {
        Patience patience = new Patience();
        patience.shorten(10);
        assertEquals(250, Properties.TIMEOUT);
        patience.shorten(60_000);
        assertEquals(3000, Properties.TIMEOUT);
    }

    @Test
    void whoeverSetATimeoutIsObeyed() {
        Properties.TIMEOUT = 7000;
        Properties.SHUTDOWN_TIMEOUT = 50;
        new Patience().shorten(2000);
        assertEquals(7000, Properties.TIMEOUT);
        assertEquals(50, Properties.SHUTDOWN_TIMEOUT);
    }
}
