package io.faultline.mutants.worker;

import io.faultline.mutants.boot.Fuel;
import java.util.ArrayList;
import java.util.List;

/** Detects threads that a run leaves behind. Threads: the test's only. */
final class LeftThreads {
    private static final long GRACE_MS = 100;

    private final ThreadGroup all = root();
    private Thread[] before = new Thread[64];
    private int count;

    /** Records the threads that exist before the run. */
    void before() {
        count = all.enumerate(before, true);
        while (count == before.length) {
            before = new Thread[2 * count];
            count = all.enumerate(before, true);
        }
    }

    /** The number of threads added since {@link #before}. Cost: one count. */
    int more() {
        return Math.max(0, all.activeCount() - count);
    }

    /**
     * Tries to end the added threads by an interrupt and by removing fuel. Returns true if more than {@code usual} of
     * them keep running application code; idle pool threads do not count.
     */
    boolean endsNot(int usual) {
        List<Thread> left = left();
        Fuel.set(0);
        left.forEach(Thread::interrupt);
        long until = System.nanoTime() + GRACE_MS * 1_000_000;
        while (busy(left) > usual) {
            if (System.nanoTime() - until > 0) {
                return true;
            }
            // A concurrent decrement may have overwritten it.
            Fuel.set(0);
            pause();
        }
        return false;
    }

    private List<Thread> left() {
        Thread[] now = new Thread[count + more() + 16];
        int found = all.enumerate(now, true);
        List<Thread> left = new ArrayList<>();
        for (int i = 0; i < found; i++) {
            if (!wasThere(now[i])) {
                left.add(now[i]);
            }
        }
        return left;
    }

    private boolean wasThere(Thread thread) {
        for (int i = 0; i < count; i++) {
            if (before[i] == thread) {
                return true;
            }
        }
        return false;
    }

    private static int busy(List<Thread> threads) {
        int busy = 0;
        for (Thread thread : threads) {
            busy += thread.isAlive() && runsApplication(thread) ? 1 : 0;
        }
        return busy;
    }

    private static boolean runsApplication(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            String name = frame.getClassName();
            if (!name.startsWith("java.")
                    && !name.startsWith("javax.")
                    && !name.startsWith("jdk.")
                    && !name.startsWith("sun.")) {
                return true;
            }
        }
        return false;
    }

    private static void pause() {
        try {
            Thread.sleep(1);
        } catch (InterruptedException meantForTheTest) {
            Thread.interrupted();
        }
    }

    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }
}
