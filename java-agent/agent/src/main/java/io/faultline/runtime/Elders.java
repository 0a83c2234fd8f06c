package io.faultline.runtime;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The threads that were there when threads began to be told apart, as their stacks showed them at that moment.
 *
 * <p>A frame that began before keeps storing into the shared chunks, and a task that began before has told nobody whose
 * it is. Both count for the test that was alone then, as they did in the serial run. A frame that outlives that test was
 * probably not its own: its row is marked, and what the frame stores later is nobody's, under the thread's name.
 *
 * <p>Threads: any. Cost: one look at all stacks, once in the life of the JVM.
 */
public final class Elders {
    private static final String UNSEEN = "(threads older than the first overlap)";
    private static final int MOST_NAMES = 4;

    /** Threads of pools that were in a task. */
    private static final WeakIdentityMap<Thread, Boolean> IN_TASK = new WeakIdentityMap<>();

    /** Threads that run the tasks of many: in between they run for nobody. */
    private static final WeakIdentityMap<Thread, Boolean> LOOPS = new WeakIdentityMap<>();

    /** Threads with frames of instrumented code, to the outermost of these. */
    private static Map<Thread, String> inside = new HashMap<>();

    private static final List<String> NAMES = new ArrayList<>();
    private static Frames lookAgain;

    private static volatile boolean known;

    private Elders() {}

    /** Have they been looked at? Cost: one read. */
    static boolean areKnown() {
        return known;
    }

    /** What a frame of a stack says of its thread. */
    public interface Frames {
        /** It belongs to a task of a pool; {@code above} is the frame that it called. */
        boolean isTask(StackTraceElement frame, StackTraceElement above);

        /** It is a loop that runs the tasks of many. */
        boolean isLoop(StackTraceElement frame);

        /** It belongs to a framework that runs tests. */
        boolean isFramework(StackTraceElement frame);

        /** It may store into the shared chunks. */
        boolean isInstrumented(StackTraceElement frame);
    }

    /** Learns which threads are in a task, before the first probe can ask. */
    public static void lookForTasks(Frames frames) {
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
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

    /** Learns which frames go on storing into the shared chunks, after the last class has been replaced. */
    public static void lookForFrames(Frames frames) {
        Map<Thread, String> found = new HashMap<>();
        Set<String> names = new TreeSet<>();
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            String outermost = outermost(entry.getValue(), frames);
            if (outermost != null && !Scopes.isOfAlone(entry.getKey())) {
                found.put(entry.getKey(), outermost);
            }
            if (isInside(entry.getValue(), frames)) {
                names.add(entry.getKey().getName());
            }
        }
        synchronized (Elders.class) {
            inside = found;
            NAMES.addAll(names);
            lookAgain = frames;
        }
    }

    /**
     * The outermost frame of instrumented code above the last one of a framework that runs tests (a main class below that
     * waits for the framework); null for none. Counted from the bottom, which stays as it is while the frame does.
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

    /** Does a frame from before go on although the test that was alone ends? Asked once: then all is forgotten. */
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
        // Read as before: another way of asking counts hidden frames differently.
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        for (Map.Entry<Thread, String> entry : left.entrySet()) {
            StackTraceElement[] stack = stacks.get(entry.getKey());
            if (stack != null && entry.getValue().equals(outermost(stack, frames))) {
                return true;
            }
        }
        return false;
    }

    /** Was the thread in a task of a pool? */
    static boolean wasInTask(Thread thread) {
        return IN_TASK.get(thread) != null;
    }

    /** Was it running the tasks of many? */
    static boolean wasLoop(Thread thread) {
        return LOOPS.get(thread) != null;
    }

    /** For what arrives in the shared chunks when no test can be meant. */
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
