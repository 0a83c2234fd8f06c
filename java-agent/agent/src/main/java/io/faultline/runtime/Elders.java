package io.faultline.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Threads that existed when threads began to be told apart, with their stacks at that moment.
 *
 * <p>Older frames keep storing into the shared chunks, and older tasks have no known owner. Both count for the test
 * that ran alone then, as in a serial run. A frame that outlives that test probably did not belong to it: the test's
 * row is marked, and later hits of the frame have no owner and are recorded under the thread's name.
 *
 * <p>Threads: any. Cost: one dump of all stacks, once per JVM.
 */
public final class Elders {
    private static final String UNSEEN = "(threads older than the first overlap)";
    private static final int MOST_NAMES = 4;

    /** Pool threads that were running a task. */
    private static final WeakIdentityMap<Thread, Boolean> IN_TASK = new WeakIdentityMap<>();

    /** Threads that run the tasks of several owners; in between they have no owner. */
    private static final WeakIdentityMap<Thread, Boolean> LOOPS = new WeakIdentityMap<>();

    /** Threads with frames of instrumented code, with the outermost such frame. */
    private static Map<Thread, String> inside = new HashMap<>();

    private static final List<String> NAMES = new ArrayList<>();
    private static Frames lookAgain;

    private static volatile boolean known;

    private Elders() {}

    /** Whether the stacks have been examined. Cost: one read. */
    static boolean areKnown() {
        return known;
    }

    /** Classifies the frames of a stack. */
    public interface Frames {
        /** Whether the frame belongs to a task of a pool; {@code above} is the frame that it called. */
        boolean isTask(StackTraceElement frame, StackTraceElement above);

        /** Whether the frame is a loop that runs tasks of several owners. */
        boolean isLoop(StackTraceElement frame);

        /** Whether the frame belongs to a framework that runs tests. */
        boolean isFramework(StackTraceElement frame);

        /** Whether the frame may store into the shared chunks. */
        boolean isInstrumented(StackTraceElement frame);
    }

    /** Finds the threads that run a task, before the first scoped probe runs. */
    public static void lookForTasks(Frames frames) {
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            boolean task = false;
            boolean loop = false;
            boolean framework = false;
            StackTraceElement above = null;
            for (StackTraceElement frame : entry.getValue()) {
                task |= frames.isTask(frame, above);
                loop |= frames.isLoop(frame);
                framework |= frames.isFramework(frame);
                above = frame;
            }
            if (task && !framework) {
                IN_TASK.put(entry.getKey(), true);
            }
            if (loop) {
                LOOPS.put(entry.getKey(), true);
            }
        }
        known = true;
    }

    /** Finds the frames that keep storing into the shared chunks, after the last class was replaced. */
    public static void lookForFrames(Frames frames) {
        Map<Thread, String> found = new HashMap<>();
        Set<String> names = new TreeSet<>();
        for (Map.Entry<Thread, StackTraceElement[]> entry :
                Thread.getAllStackTraces().entrySet()) {
            String outermost = outermost(entry.getValue(), frames);
            if (outermost != null && !Scopes.isOfAlone(entry.getKey())) {
                found.put(entry.getKey(), outermost);
            }
            if (isInside(entry.getValue(), frames)) {
                names.add(Background.name(entry.getKey()));
            }
        }
        synchronized (Elders.class) {
            inside = found;
            NAMES.addAll(names);
            lookAgain = frames;
        }
    }

    /**
     * Returns the outermost frame of instrumented code above the last frame of a test framework (below that, a main
     * class waits for the framework); null if there is none. Frames are counted from the bottom, which is stable while
     * the frame exists.
     */
    private static String outermost(StackTraceElement[] stack, Frames frames) {
        String found = null;
        for (int i = 0; i < stack.length && !frames.isFramework(stack[i]); i++) {
            if (frames.isInstrumented(stack[i])) {
                found = stack[i].getClassName() + '.' + stack[i].getMethodName() + ' ' + (stack.length - i);
            }
        }
        return found;
    }

    private static boolean isInside(StackTraceElement[] stack, Frames frames) {
        for (StackTraceElement frame : stack) {
            if (frames.isInstrumented(frame)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an older frame still runs when the test that ran alone ends. May be called once: it drops the data. */
    static boolean outlive() {
        Map<Thread, String> left;
        Frames frames;
        synchronized (Elders.class) {
            left = inside;
            inside = new HashMap<>();
            frames = lookAgain;
        }
        if (left.isEmpty()) {
            return false;
        }
        // Must use the same API as before: others count hidden frames differently.
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        for (Map.Entry<Thread, String> entry : left.entrySet()) {
            StackTraceElement[] stack = stacks.get(entry.getKey());
            if (stack != null && entry.getValue().equals(outermost(stack, frames))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread was running a task of a pool. */
    static boolean wasInTask(Thread thread) {
        return IN_TASK.get(thread) != null;
    }

    /** Whether a thread was running the tasks of several owners. */
    static boolean wasLoop(Thread thread) {
        return LOOPS.get(thread) != null;
    }

    /** Returns the thread names for hits in the shared chunks that belong to no test. */
    static synchronized String names() {
        if (NAMES.isEmpty()) {
            return UNSEEN;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < NAMES.size(); i++) {
            if (i == MOST_NAMES) {
                return text.append(" or others").toString();
            }
            text.append(i == 0 ? "" : " or ").append(NAMES.get(i));
        }
        return text.toString();
    }
}
