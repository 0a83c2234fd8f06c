package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each test runs on a separate thread, because a thread keeps its place. */
class ScopesTest {
    private static final int CHUNK = 3;
    private static final int CLASS = 5;

    private final Scopes scopes = new Scopes();
    private final Tasks tasks = new Tasks();

    /** The test that is open when threads begin to be told apart. */
    private static Context alone;

    @BeforeAll
    static void tellApart() throws Exception {
        Scopes.addChunk(CHUNK, 128);
        Scopes.addClass(CLASS, CHUNK, 64);
        onNewThread(() -> {
            alone = Scopes.here().startTest();
            Scopes.started(alone);
        });
        Elders.lookForTasks(new Elders.Frames() {
            @Override
            public boolean isTask(StackTraceElement frame, StackTraceElement above) {
                return false;
            }

            @Override
            public boolean isLoop(StackTraceElement frame) {
                return false;
            }

            @Override
            public boolean isFramework(StackTraceElement frame) {
                return false;
            }

            @Override
            public boolean isInstrumented(StackTraceElement frame) {
                return false;
            }
        });
        Scopes.tellApart();
    }

    @Test
    void whatATestStoresIsItsOwnAndGoneFromTheNext() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            hit(1);
            assertEquals(List.of(1), hits(test));
            Context next = Scopes.here().startTest();
            assertEquals(List.of(), hits(next));
        });
    }

    @Test
    void aThreadStoresForTheTestInWhichItWasMade() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Thread child = new Thread(() -> {
                hit(1);
                join(new Thread(() -> hit(2)));
            });
            join(child);
            assertEquals(List.of(1, 2), hits(test));
        });
    }

    @Test
    void anArrayThatTwoThreadsKnewIsNotUsedAgain() throws Exception {
        onNewThread(() -> {
            byte[][] known = new byte[1][];
            Context test = Scopes.here().startTest();
            join(new Thread(() -> known[0] = scopes.apply(CHUNK)));
            test.recycle(test.end());
            Scopes.here().startTest();
            assertNotSame(known[0], scopes.apply(CHUNK));
        });
    }

    @Test
    void anArrayOfOneThreadIsUsedAgain() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            byte[] array = scopes.apply(CHUNK);
            test.recycle(test.end());
            Scopes.here().startTest();
            assertSame(array, scopes.apply(CHUNK));
        });
    }

    @Test
    void whatAThreadDoesAfterItsTestIsNobodysAndReportedByItsName() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Object ended = new Object();
            Thread child = new Thread(
                    () -> {
                        synchronized (ended) {
                            hit(1);
                        }
                    },
                    "left behind");
            synchronized (ended) {
                child.start();
                assertNull(test.end());
                Scopes.here().startTest();
            }
            join(child, false);
            List<String> reported = new ArrayList<>();
            Background.drain((name, hits) -> reported.add(name + " " + hits[CHUNK][1]));
            assertEquals(true, reported.contains("left behind 1"), reported.toString());
        });
    }

    @Test
    void whatAThreadOfUnknownPastDoesIsNobodys() {
        join(new Thread(null, () -> hit(2), "without inheritance", 0, false));
        List<String> reported = new ArrayList<>();
        Background.drain((name, hits) -> reported.add(name + " " + hits[CHUNK][2]));
        assertEquals(true, reported.contains("without inheritance 1"), reported.toString());
    }

    @Test
    void aThreadThatInheritsNothingRunsForWhoeverMadeIt() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Thread child = new Thread(null, () -> hit(1), "made", 0, false);
            tasks.accept(child, Tasks.THREAD);
            Scopes.here().startTest();
            join(child);
            assertEquals(List.of(1), hits(test));
        });
    }

    /** Its own place is more precise, for example for the child of an initialiser. */
    @Test
    void aThreadThatInheritsIsNotAskedForItsMaker() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Thread inherits = new Thread(() -> hit(1));
            tasks.accept(inherits, Tasks.THREAD);
            assertNull(Makers.of(inherits));
            Thread not = new Thread(null, () -> hit(2), "made", 0, false);
            tasks.accept(not, Tasks.THREAD);
            assertSame(test, Makers.of(not));
        });
    }

    /** The JVM creates a carrier on the thread that starts a virtual thread; it inherits a place, and drops it. */
    @Test
    void aThreadThatCarriesOthersIsNotTakenForTheNextOneThatIsMade() throws Exception {
        Tasks ofMachine = new Tasks(Carrier.class);
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            ofMachine.accept(new Carrier(), Tasks.THREAD);
            Thread bare = new Thread(null, () -> hit(1), "bare", 0, false);
            ofMachine.accept(bare, Tasks.THREAD);
            join(bare);
            assertEquals(List.of(1), hits(test));
        });
    }

    private static final class Carrier extends Thread {}

    @Test
    void aTaskFromBeforeIsOfTheTestThatWasAloneUnlessItComesAgain() throws Exception {
        onNewThread(() -> {
            Context other = Scopes.here().startTest();
            tasks.accept(new Object(), Tasks.BEGIN);
            hit(40);
            tasks.accept(null, Tasks.END);
            tasks.accept(new Object(), Tasks.AGAIN);
            hit(41);
            tasks.accept(null, Tasks.END);
            assertEquals(List.of(), hits(other));
        });
        assertEquals(1, alone.table[0][CHUNK][40]);
        assertEquals(0, alone.table[0][CHUNK][41]);
    }

    @Test
    void aLoopRunsEachTaskForItsOwnerAndNothingElse() throws Exception {
        onNewThread(() -> {
            Object first = new Object();
            Object second = new Object();
            Context one = Scopes.here().startTest();
            tasks.accept(first, Tasks.SUBMITTED);
            Context two = Scopes.here().startTest();
            tasks.accept(second, Tasks.SUBMITTED);
            tasks.accept(null, Tasks.NOBODYS_LOOP);
            hit(1);
            tasks.accept(first, Tasks.NEXT);
            hit(2);
            tasks.accept(second, Tasks.NEXT); // the first one threw, so its end was not reported
            hit(3);
            tasks.accept(null, Tasks.DONE);
            hit(4);
            tasks.accept(null, Tasks.LOOP_END);
            hit(5);
            assertEquals(List.of(2), hits(one));
            assertEquals(List.of(3, 5), hits(two));
        });
    }

    @Test
    void aTaskOfItsCallerIsNotOfItsMaker() throws Exception {
        onNewThread(() -> {
            Object sequence = new Object();
            Context maker = Scopes.here().startTest();
            tasks.accept(sequence, Tasks.OF_CALLER);
            Context caller = Scopes.here().startTest();
            tasks.accept(sequence, Tasks.BEGIN);
            hit(1);
            tasks.accept(null, Tasks.END);
            assertEquals(List.of(), hits(maker));
            assertEquals(List.of(1), hits(caller));
        });
    }

    @Test
    void hitsAfterAFailureAreNobodys() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            hit(1);
            test.freeze();
            hit(2);
            assertEquals(List.of(1), hits(test));
        });
    }

    @Test
    void anInitialisersHitsAreItsOwnAndItsClassIsTouchedByWhoCausedIt() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Place place = Scopes.here();
            place.enter(Context.initialiser(CLASS, test));
            hit(1);
            Context initialiser = place.leaveInitialiser(CLASS);
            Scopes.touch(place, CLASS);
            hit(2);
            assertEquals(List.of(1), hits(initialiser));
            assertEquals(List.of(2, 64), hits(test));
        });
    }

    @Test
    void whatAnInitialisersThreadDoesLaterIsOfTheTestThatCausedIt() throws Exception {
        onNewThread(() -> {
            Context test = Scopes.here().startTest();
            Place place = Scopes.here();
            place.enter(Context.initialiser(CLASS, test));
            Thread child = new Thread(() -> hit(1));
            hits(place.leaveInitialiser(CLASS));
            join(child);
            assertEquals(List.of(1), hits(test));
        });
    }

    @Test
    void aTaskRunsForWhoMadeItWhateverThreadRunsIt() throws Exception {
        onNewThread(() -> {
            Context first = Scopes.here().startTest();
            Object task = new Object();
            tasks.accept(task, Tasks.MADE);
            Context second = Scopes.here().startTest();
            tasks.accept(task, Tasks.BEGIN);
            hit(1);
            tasks.accept(null, Tasks.END);
            hit(2);
            assertEquals(List.of(1), hits(first));
            assertEquals(List.of(2), hits(second));
        });
    }

    @Test
    void whatAThreadDoesBetweenItsTestsIsNotTheTasksThatItRunsForOthersThen() throws Exception {
        onNewThread(() -> {
            Place place = Scopes.here();
            Object others = new Object();
            Object own = new Object();
            tasks.accept(others, Tasks.MADE);
            tasks.accept(others, Tasks.BEGIN); // like a framework's task, in which a test begins and ends
            hits(place.startTest());
            place.collectBetween();
            hit(1);
            tasks.accept(null, Tasks.END);
            hit(2);
            tasks.accept(own, Tasks.MADE);
            tasks.accept(own, Tasks.BEGIN);
            hit(3);
            tasks.accept(null, Tasks.END);
            tasks.accept(others, Tasks.BEGIN);
            hit(4);
            tasks.accept(null, Tasks.END);
            hit(5);
            assertEquals(List.of(1, 2, 3, 5), hits(place.takeBetween()));
            tasks.accept(own, Tasks.BEGIN);
            hit(6);
            tasks.accept(null, Tasks.END);
        });
    }

    @Test
    void aTaskMadeBetweenTestsIsNobodysInAnotherThread() throws Exception {
        onNewThread(() -> {
            Place place = Scopes.here();
            hits(place.startTest());
            place.collectBetween();
            Object task = new Object();
            hit(1);
            tasks.accept(task, Tasks.SUBMITTED);
            List<Integer> there = new ArrayList<>(List.of(-1));
            join(new Thread(() -> {
                Scopes.here().collectBetween();
                tasks.accept(task, Tasks.TAKEN);
                hit(2);
                tasks.accept(null, Tasks.IDLE);
                there.clear();
                there.addAll(hits(Scopes.here().takeBetween()));
            }));
            assertEquals(List.of(), there);
            assertEquals(List.of(1), hits(place.takeBetween()));
        });
    }

    @Test
    void oneRunnableHandedOverTwiceIsTakenInOrder() throws Exception {
        onNewThread(() -> {
            Object task = new Object();
            Context first = Scopes.here().startTest();
            tasks.accept(task, Tasks.SUBMITTED);
            tasks.accept(task, Tasks.SUBMITTED);
            tasks.accept(task, Tasks.REJECTED);
            Context second = Scopes.here().startTest();
            tasks.accept(task, Tasks.SUBMITTED);
            tasks.accept(task, Tasks.TAKEN);
            tasks.accept(task, Tasks.TAKEN); // reported twice
            hit(1);
            tasks.accept(null, Tasks.IDLE);
            tasks.accept(task, Tasks.TAKEN);
            hit(2);
            tasks.accept(null, Tasks.IDLE);
            assertEquals(List.of(1), hits(first));
            assertEquals(List.of(2), hits(second));
        });
    }

    private void hit(int slot) {
        scopes.apply(CHUNK)[slot] = 1;
    }

    /** Ends an owner and returns its hits. */
    private static List<Integer> hits(Context owner) {
        List<Integer> slots = new ArrayList<>();
        byte[][] hits = owner.end();
        if (hits != null) {
            for (int slot = 0; slot < hits[CHUNK].length; slot++) {
                if (hits[CHUNK][slot] != 0) {
                    slots.add(slot);
                }
            }
        }
        return slots;
    }

    private static void join(Thread thread) {
        join(thread, true);
    }

    private static void join(Thread thread, boolean start) {
        if (start) {
            thread.start();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void onNewThread(Runnable work) throws Exception {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                thrown[0] = e;
            }
        });
        thread.start();
        thread.join();
        if (thrown[0] != null) {
            throw new AssertionError(thrown[0]);
        }
    }
}
