package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Class 0 has slots 0 to 2, class 1 has 64 and 65; bits 3 and 66 mark them as touched. */
class HitsTest {
    @BeforeEach
    void prepare() {
        Hits.prepare(2, new int[] {3, 66});
    }

    private static long[] hits(int... bits) {
        Hits.begin();
        Hits.own();
        for (int bit : bits) {
            Hits.hit(bit);
        }
        return Hits.end();
    }

    /** Returns the initialisers that ended: numbers of classes with their words. */
    private static String initialised() {
        List<Hits.Initialised> ended = Hits.initialised();
        return ended.stream()
                .map(one -> one.number + ":" + one.hits[0] + "," + one.hits[1])
                .collect(Collectors.joining(" "));
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
    void aTestHasTheBitsThatWereHitSinceItBegan() {
        assertArrayEquals(new long[] {0b101, 0}, hits(0, 2, 0));
        assertArrayEquals(new long[] {0, 0b10}, hits(65));
        assertArrayEquals(new long[2], hits());
    }

    @Test
    void linesThatRunTogetherAreHitTogether() {
        Hits.begin();
        Hits.own();
        Hits.hit(1, 3);
        assertArrayEquals(new long[] {0b1110, 0}, Hits.end());
    }

    @Test
    void whatIsHitBetweenTestsIsNobodys() {
        Hits.hit(0);
        hits(1);
        Hits.hit(2);
        assertArrayEquals(new long[] {0b10, 0}, hits(1));
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
    void whatAnInitialiserRunsIsSetAsideAndHandedOverOnce() {
        Hits.enter(1);
        Hits.hit(64);
        Hits.hit(1);
        Hits.exit(1);
        assertEquals("1:2,1", initialised());
        assertEquals("", initialised());
    }

    @Test
    void anInitialiserThatRunsInATestTakesNothingFromItAndGivesItNothing() {
        Hits.begin();
        Hits.own();
        Hits.hit(1);
        Hits.enter(1);
        Hits.hit(1); // hit by the test before, but also by the initialiser
        Hits.hit(64);
        Hits.exit(1);
        Hits.hit(2);
        assertArrayEquals(new long[] {0b110, 0}, Hits.end());
        assertEquals("1:2,1", initialised());
    }

    @Test
    void anInitialiserThatCausesAnotherHasTouchedItsClass() {
        Hits.enter(0);
        Hits.hit(0);
        Hits.enter(1);
        Hits.hit(65);
        Hits.exit(1);
        Hits.hit(1);
        Hits.exit(0);
        assertEquals("1:0,2 0:3,4", initialised());
    }

    @Test
    void whatATestRunsAfterAnInitialiserThatItCaughtIsItsOwn() {
        Hits.begin();
        Hits.own();
        Hits.enter(1);
        Hits.hit(64);
        Hits.failed(new IllegalStateException(), 1);
        Hits.hit(0);
        assertArrayEquals(new long[] {0b1, 0}, Hits.end());
        assertEquals("1:0,1", initialised());
    }

    @Test
    void anInitialiserOfAThreadThatWasGivenUpIsForgottenWithTheNextTest() {
        Hits.enter(1);
        assertArrayEquals(new long[] {0b1, 0}, hits(0));
        Hits.exit(1);
        assertEquals("", initialised());
        assertArrayEquals(new long[] {0b1, 0}, hits(0));
    }

    @Test
    void initialisersOfTwoThreadsMayEndInAnyOrder() {
        Hits.enter(0);
        inThread(new ThreadGroup("other"), () -> {
            Hits.enter(1);
            Hits.hit(64);
        });
        Hits.hit(1);
        Hits.exit(0);
        Hits.hit(2);
        assertEquals("0:2,0", initialised());
    }

    @Test
    void anInitialiserOfAnotherThreadTakesNothingFromTheTest() {
        Hits.begin();
        Hits.own();
        inThread(new ThreadGroup("other"), () -> {
            Hits.enter(1);
            Hits.hit(65);
            Hits.exit(1);
        });
        Hits.hit(0);
        assertArrayEquals(new long[] {0b1, 0}, Hits.end());
        assertEquals("1:0,2", initialised());
    }
}
