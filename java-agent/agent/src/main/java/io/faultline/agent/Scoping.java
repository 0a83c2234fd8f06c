package io.faultline.agent;

import io.faultline.bridge.Core;
import io.faultline.runtime.Elders;
import io.faultline.runtime.Overlap;
import io.faultline.runtime.Scopes;
import io.faultline.runtime.Tasks;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a JVM tell threads apart, once: before a framework runs tests in parallel or, without such an announcement,
 * before a second test starts while another runs.
 *
 * <p>Until then a probe stores into a constant array, which costs nothing but does not identify the thread. Scoping
 * retransforms all instrumented classes, so that each probe uses the array of its thread's owner. Without announcement,
 * the new test waits in its start. The running test continues; its existing frames keep storing into the constant
 * arrays, which then belong to it alone.
 *
 * <p>Threads: any. No lock of the agent or the session is held during retransformation, because it runs the
 * transformers of all agents, which may load classes. Other tests wait in their start, for a minute at most. Errors:
 * none; classes that the JVM refuses to retransform are counted and stay unscoped.
 */
final class Scoping implements Overlap {
    /**
     * A class being defined by another thread is not listed among loaded classes yet. Scoping therefore checks a few
     * times at once, and again when later tests start. A class that never appears was refused by its loader or
     * unloaded.
     */
    private static final int LOOKS_AT_ONCE = 4;

    private static final int LOOKS_LATER = 64;
    private static final long PAUSE_MILLIS = 2;
    private static final long PATIENCE_MILLIS = 60_000;

    private static final String STAYS = "cannot be replaced while it runs: its hits go to every parallel test";

    private enum State {
        SHARED,
        CHANGING,
        APART
    }

    private final Instrumentation instrumentation;
    private final KnownClasses known;
    private final List<Class<?>> refused = new ArrayList<>();
    private volatile State state = State.SHARED;

    /** Remaining checks for missed classes; 0 if none were missed. */
    private volatile int looksLeft;

    Scoping(Instrumentation instrumentation, KnownClasses known) {
        this.instrumentation = instrumentation;
        this.known = known;
    }

    @Override
    public boolean isPrepared() {
        return state == State.APART && looksLeft == 0;
    }

    @Override
    public void prepare() {
        synchronized (this) {
            if (state == State.CHANGING) {
                await();
                return;
            }
            if (state == State.APART && looksLeft > 0) {
                looksLeft--;
            }
            state = State.CHANGING;
        }
        try {
            change();
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            Scopes.stray(true);
        } finally {
            if (!Scopes.areApart()) {
                Core.tellApart();
                Scopes.tellApart();
            }
            synchronized (this) {
                state = State.APART;
                notifyAll();
            }
        }
    }

    private void await() {
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        boolean interrupted = false;
        while (state == State.CHANGING && System.nanoTime() < end) {
            try {
                wait(1_000);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void change() {
        boolean first = !Scopes.areApart();
        // Load these classes now: a transformer called while loading them could not use them.
        TaskHook.isWoven("");
        LibraryTasks.isWoven("");
        known.scope();
        Elders.Frames stacks = new Stacks(known);
        if (first) {
            Tasks.rehearse();
            weaveTasks();
            Elders.lookForTasks(stacks);
        }
        boolean interrupted = false;
        for (int look = 0; look < (first ? LOOKS_AT_ONCE : 1); look++) {
            if (look > 0) {
                interrupted |= pause();
            }
            replace(loaded());
            if (known.countShared() == refused.size()) {
                break;
            }
        }
        if (first) {
            Elders.lookForFrames(stacks);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        boolean missed = known.countShared() > refused.size();
        looksLeft = !missed ? 0 : first ? LOOKS_LATER : looksLeft;
    }

    /** Weaves loaded classes with tasks; classes of the JDK are loaded for this, others are woven when they load. */
    private void weaveTasks() {
        List<Class<?>> tasks = new ArrayList<>();
        for (String name : TaskHook.CLASSES) {
            if (TaskHook.isWovenWhenLoaded(name)) {
                continue;
            }
            try {
                tasks.add(Class.forName(name.replace('/', '.'), false, null));
            } catch (ClassNotFoundException | LinkageError e) {
                // This release of the JDK lacks the class.
            }
        }
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            boolean isWoven =
                    loaded.getClassLoader() == null ? TaskHook.isWovenWhenLoaded(name) : LibraryTasks.isWoven(name);
            if (isWoven) {
                tasks.add(loaded);
            }
        }
        for (Class<?> left : Retransformation.of(instrumentation, tasks)) {
            Core.refuse(left.getName(), "cannot be replaced: tasks may count for the thread that runs them");
        }
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    /** Returns the loaded classes whose probes are still shared. */
    private List<Class<?>> loaded() {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (!loaded.isArray() && known.isShared(loaded) && !refused.contains(loaded)) {
                found.add(loaded);
            }
        }
        return found;
    }

    private void replace(List<Class<?>> classes) {
        List<Class<?>> left = Retransformation.of(instrumentation, classes);
        for (Class<?> shared : classes) {
            if (!left.contains(shared)) {
                known.replaced(shared);
            }
        }
        for (Class<?> stays : left) {
            refused.add(stays);
            Core.refuse(stays.getName(), STAYS);
            Scopes.stray(true);
        }
    }
}
