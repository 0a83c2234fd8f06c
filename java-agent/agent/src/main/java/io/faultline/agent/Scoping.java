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
 * Makes a JVM tell threads apart, once: when a framework is about to run tests in parallel, and where none said
 * so, when a second test is about to run beside another one.
 *
 * <p>Until then a probe stores into a constant array, which costs nothing and does not say who stored.
 * Here all instrumented classes get their probes anew, through retransformation, so that each asks for
 * the array of its thread's owner. Unannounced, the test that is about to start waits for this in its start; the
 * one that runs goes on, and its frames that began before keep storing into the constant arrays, which are its
 * alone.
 *
 * <p>Threads: any. No lock is held during retransformation, neither ours nor the session's: it runs the
 * transformers of all agents, which may load classes. Others that want to start wait, for a minute at most.
 * Errors: none leaves; classes that the JVM refuses to replace are counted and go on as before.
 */
final class Scoping implements Overlap {
    /**
     * A class that is being defined by another thread is not among the loaded ones yet: a few looks now, and
     * one when each of the next tests starts. One that never comes was refused by its loader, or is gone.
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

    /** How often to look for classes that were missed; none left, or none missed: 0. */
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
        // Loaded here: asked for by a transformer that is called for its own loading, it would never load.
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

    /** The JDK's are loaded for it; of others those that are loaded: they are woven later as they load. */
    private void weaveTasks() {
        List<Class<?>> tasks = new ArrayList<>();
        for (String name : TaskHook.CLASSES) {
            if (TaskHook.isWovenWhenLoaded(name)) {
                continue;
            }
            try {
                tasks.add(Class.forName(name.replace('/', '.'), false, null));
            } catch (ClassNotFoundException | LinkageError e) {
                // Another release of the JDK.
            }
        }
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            String name = loaded.getName().replace('.', '/');
            boolean isWoven = loaded.getClassLoader() == null ? TaskHook.isWovenWhenLoaded(name) : LibraryTasks.isWoven(name);
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

    /** Loaded classes whose probes are still the shared ones. */
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
