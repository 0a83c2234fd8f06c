package org.example;

import static org.junit.Assert.assertEquals;

import java.util.concurrent.Semaphore;
import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class OldTest {
    private static final Left HELPER = new Left();
    private static final Left STAYS = new Left();

    /** Its own thread ends as it is interrupted; the one that it made goes on. */
    @Test(timeout = 1000)
    public void a() throws InterruptedException {
        Thread helper = new Thread(OldTest::help, "helper");
        helper.setDaemon(true);
        helper.start();
        HELPER.awaitRounds();
        new Semaphore(0).acquire();
    }

    private static void help() {
        for (int round = 0; ; round = Endless.helps(round)) {
            HELPER.run();
        }
    }

    @Test
    public void b() throws InterruptedException {
        HELPER.awaitRounds();
        assertEquals(1, Next.first());
    }

    @Test(timeout = 1000)
    public void c() {
        Endless.stays(STAYS);
    }

    @Test
    public void d() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(2, Next.second());
    }
}
