package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;

@TestMethodOrder(MethodOrderer.MethodName.class)
class SeparateThreadTest {
    private static final Left RETURNS = new Left();

    @Test
    @Timeout(value = 1000, unit = TimeUnit.MILLISECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a() {
        for (int round = 0; ; round = Endless.returns(round)) {
            RETURNS.run();
        }
    }

    @Test
    void b() throws InterruptedException {
        RETURNS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
