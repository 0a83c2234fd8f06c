package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The cells of threads, as found by instrumented code. */
class CellTest {
    private static final Class<?> CELLS = BootClasses.cell();

    static {
        BootClasses.hits(); // sets the source of cells
    }

    private static Object mine() throws Exception {
        return CELLS.getMethod("mine").invoke(null);
    }

    private static <T> T onThread(Callable<T> call) throws Exception {
        FutureTask<T> task = new FutureTask<>(call);
        new Thread(task).start();
        return task.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aThreadHasOneOfItsOwn() throws Exception {
        List<Object> cells = new ArrayList<>();
        for (int thread = 0; thread < 3_000; thread++) {
            cells.add(onThread(() -> {
                Object first = mine();
                ((Runnable) first).run();
                assertSame(first, mine());
                return first;
            }));
        }
        assertEquals(3_000, cells.stream().distinct().count());
    }

    @Test
    void threadsThatTakeEachOthersPlaceKeepTheirOwn() throws Exception {
        FutureTask<Object> one = new FutureTask<>(CellTest::boundAgainAndAgain);
        FutureTask<Object> other = new FutureTask<>(CellTest::boundAgainAndAgain);
        Thread first = new Thread(one);
        Thread second = new Thread(other);
        while ((second.getId() - first.getId()) % 1_024 != 0) {
            second = new Thread(other);
        }
        first.start();
        second.start();
        assertNotSame(one.get(10, TimeUnit.SECONDS), other.get(10, TimeUnit.SECONDS));
    }

    private static Object boundAgainAndAgain() throws Exception {
        Object own = mine();
        for (int round = 0; round < 20_000; round++) {
            ((Runnable) own).run();
            assertSame(own, mine());
        }
        return own;
    }

    @Test
    void oneThatIsBoundLaterTakesThePlaceOfTheOneBefore() throws Exception {
        Object[] found = onThread(() -> {
            Object before = mine();
            ((Runnable) before).run();
            Object after = ((Supplier<?>) before).get();
            ((Runnable) after).run();
            return new Object[] {before, after, mine()};
        });
        assertNotSame(found[0], found[1]);
        assertSame(found[1], found[2]);
    }

    @Test
    void threadsAreFoundByTheirNumbersOnThisJvm() throws Exception {
        Method number = CELLS.getDeclaredMethod("number");
        assertTrue(java.lang.reflect.Modifier.isStatic(number.getModifiers()));
        long own = onThread(() -> {
            Object bound = ((Supplier<?>) mine()).get();
            ((Runnable) bound).run();
            assertSame(bound, mine(), "a cell that no thread local has is found by the number alone");
            return Thread.currentThread().getId();
        });
        assertTrue(own > 0);
    }

    @Test
    void noThreadIsHeld() throws Exception {
        WeakReference<Thread> thread = bound();
        for (int round = 0; round < 50 && thread.get() != null; round++) {
            System.gc();
            Thread.sleep(20);
        }
        assertNull(thread.get());
    }

    private static WeakReference<Thread> bound() throws Exception {
        Thread thread = new Thread(() -> {
            try {
                ((Runnable) mine()).run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();
        return new WeakReference<>(thread);
    }

    @Test
    void whereNumbersCannotBeReadThreadLocalsAreAsked() throws Exception {
        // The class itself reports that no thread has a number.
        ThreadLocal<?> before = Cell.threads;
        ThreadLocal<Cell> cells = ThreadLocal.withInitial(Cell::new);
        Cell.threads = cells;
        try {
            assertSame(cells.get(), Cell.mine());
            cells.get().run();
            assertSame(cells.get(), Cell.mine());
            assertNotSame(Cell.mine(), onThread(Cell::mine));
        } finally {
            Cell.threads = before;
        }
    }
}
