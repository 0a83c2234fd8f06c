package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Slots 0 to 2 are of class 0, 3 and 4 of class 1, 5 of class 2; slot 2 plays no part. */
class HitsTest {
    @BeforeEach
    void prepare() {
        Hits.prepare(new int[] {0, 1, -1, 2, 3, 70}, new int[] {0, 0, 0, 1, 1, 2}, 3, 71);
    }

    private static long[] row(int... slots) {
        Hits.begin();
        Hits.own();
        for (int slot : slots) {
            Hits.hit(slot);
        }
        return Hits.end();
    }

    private static void inThread(ThreadGroup group, Runnable body) {
        Thread thread = new Thread(group, body);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aRowHasTheBitsOfTheSlotsThatWereHitSinceTheTestBegan() {
        assertArrayEquals(new long[] {0b101, 0}, row(0, 2, 3, 0));
        assertArrayEquals(new long[] {0, 1L << 6}, row(5));
        assertArrayEquals(new long[2], row());
    }

    @Test
    void whatIsHitBetweenTestsIsNobodys() {
        Hits.hit(0);
        row(1);
        Hits.hit(3);
        assertArrayEquals(new long[] {0b10, 0}, row(1));
    }

    @Test
    void threadsThatATestStartsCountAndThoseOfAnotherGroupDoNot() {
        Hits.begin();
        Hits.own();
        inThread(Thread.currentThread().getThreadGroup(), () -> Hits.hit(0));
        inThread(new ThreadGroup("stalled"), () -> Hits.hit(1));
        assertArrayEquals(new long[] {1, 0}, Hits.end());
    }

    @Test
    void untilATestIsKnownByItsThreadNothingCounts() {
        Hits.begin();
        Hits.hit(0);
        assertArrayEquals(new long[2], Hits.end());
    }

    @Test
    void whatAnInitialiserRunsBelongsToEveryTestThatTouchesItsClass() {
        Hits.enter(1);
        Hits.hit(4);
        Hits.hit(1);
        Hits.exit(1);
        assertArrayEquals(new long[] {0b1110, 0}, row(3));
        assertArrayEquals(new long[] {0b1110, 0}, row(3));
        assertArrayEquals(new long[] {0b1, 0}, row(0));
    }

    @Test
    void anInitialiserThatRunsInATestIsChargedLikeOneThatRanBefore() {
        Hits.begin();
        Hits.own();
        Hits.hit(1);
        Hits.enter(1);
        Hits.hit(1); // hit by the test already, and yet the initialiser's, too
        Hits.hit(4);
        Hits.exit(1);
        Hits.hit(3);
        assertArrayEquals(new long[] {0b1110, 0}, Hits.end());
        assertArrayEquals(new long[] {0b1110, 0}, row(3));
    }

    @Test
    void initialisersThatTouchOtherClassesBringTheirsAlong() {
        Hits.enter(0);
        Hits.hit(0);
        Hits.enter(1);
        Hits.hit(4);
        Hits.exit(1);
        Hits.hit(3);
        Hits.exit(0);
        assertArrayEquals(new long[] {0b1111, 0}, row(1));
    }

    @Test
    void anInitialiserThatThrewIsForgottenWithTheNextTest() {
        Hits.enter(2);
        assertArrayEquals(new long[] {0b1, 0}, row(0));
        Hits.exit(2);
        assertArrayEquals(new long[] {0b1, 0}, row(0));
    }

    @Test
    void anInitialiserOfAnotherThreadTakesNothingFromTheTest() {
        Hits.begin();
        Hits.own();
        inThread(new ThreadGroup("other"), () -> {
            Hits.enter(2);
            Hits.hit(5);
            Hits.exit(2);
        });
        Hits.hit(0);
        assertArrayEquals(new long[] {0b1, 0}, Hits.end());
        assertEquals(1L << 6, row(5)[1]);
    }
}
