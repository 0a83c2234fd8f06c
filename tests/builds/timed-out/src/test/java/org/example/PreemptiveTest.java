package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

@TestMethodOrder(MethodOrderer.MethodName.class)
class PreemptiveTest {
    private static final Left STAYS = new Left();
    private static final Left RETURNS = new Left();

    @Test
    void a() {
        assertTimeoutPreemptively(Duration.ofMillis(1000), () -> Endless.stays(STAYS));
    }

    @Test
    void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }

    @Test
    void c() {
        assertTimeoutPreemptively(Duration.ofMillis(1000), () -> {
            for (int round = 0; ; round = Endless.returns(round)) {
                RETURNS.run();
            }
        });
    }

    @Test
    void d() throws InterruptedException {
        RETURNS.awaitRounds();
        assertEquals(2, Next.second());
    }
}
