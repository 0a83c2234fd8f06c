package io.faultline.agent;

import io.faultline.agent.TaskWeaver.Seam;
import java.util.HashMap;
import java.util.Map;

/**
 * Calls in the JDK's task classes, and in {@code Thread}, that say whose a task or thread is: see
 * {@link io.faultline.runtime.Tasks}.
 *
 * <p>Woven when threads begin to be told apart, never before. Source: {@code java.util.concurrent}, {@code java.util.Timer},
 * {@code java.lang.Thread} and {@code java.net.http} of JDK 8 to 25.
 */
final class TaskHook {
    private static final String THREAD = "java/lang/Thread";
    private static final String POOL = "java/util/concurrent/ThreadPoolExecutor";
    private static final String FORK = "java/util/concurrent/ForkJoinTask";
    private static final String FUTURE = "java/util/concurrent/FutureTask";
    private static final String STAGE = "java/util/concurrent/CompletableFuture$";
    private static final String SUPPLY = STAGE + "AsyncSupply";
    private static final String RUN = STAGE + "AsyncRun";
    private static final String COMPLETION = STAGE + "Completion";
    private static final String TIMER_TASK = "java/util/TimerTask";
    private static final String TIMER = "java/util/TimerThread";

    /** The thread of a client that several tests may share: what it does is for all of their requests. */
    private static final String HTTP_CLIENT = "jdk/internal/net/http/HttpClientImpl$SelectorManager";

    /** Dependents of stages that run in the thread that completes the stage, when they are not asynchronous. */
    private static final String[] DEPENDENTS = {
        "UniApply", "UniAccept", "UniRun", "UniWhenComplete", "UniHandle", "UniExceptionally", "UniComposeExceptionally",
        "UniCompose", "BiApply", "BiAccept", "BiRun", "OrApply", "OrAccept", "OrRun"
    };

    /** Class and method to what is added. */
    private static final Map<String, Seam> SEAMS = seams();

    /**
     * Internal names, in the order in which they are woven: threads and pools first, so that what is handed to them is
     * known. A JDK need not have all of them.
     */
    static final String[] CLASSES = classes();

    private TaskHook() {}

    private static String[] classes() {
        String[] first = {THREAD, POOL, FORK, FUTURE, TIMER_TASK, SUPPLY, RUN, COMPLETION, TIMER, HTTP_CLIENT};
        String[] all = java.util.Arrays.copyOf(first, first.length + DEPENDENTS.length);
        for (int i = 0; i < DEPENDENTS.length; i++) {
            all[first.length + i] = STAGE + DEPENDENTS[i];
        }
        return all;
    }

    private static Map<String, Seam> seams() {
        Map<String, Seam> seams = new HashMap<>();
        seams.put(THREAD + ".<init>", Seam.THREAD);
        seams.put(FORK + ".<init>", Seam.MADE);
        seams.put(FUTURE + ".<init>", Seam.MADE);
        seams.put(TIMER_TASK + ".<init>", Seam.MADE);
        seams.put(POOL + ".execute", Seam.SUBMITTED);
        seams.put(POOL + ".reject", Seam.REJECTED);
        seams.put(FORK + ".doExec", Seam.RUN);
        seams.put(FUTURE + ".run", Seam.RUN);
        seams.put(FUTURE + ".runAndReset", Seam.RUN_AGAIN);
        seams.put(SUPPLY + ".run", Seam.RUN);
        seams.put(RUN + ".run", Seam.RUN);
        seams.put(COMPLETION + ".run", Seam.RUN);
        for (String dependent : DEPENDENTS) {
            seams.put(STAGE + dependent + ".tryFire", Seam.RUN);
        }
        // A thread that waits for a task does so in a frame that stays as it was, so one place is not enough: a pool
        // that is new goes by the first, one that is older by the second or, but for its first task, the third.
        seams.put(POOL + ".runWorker", Seam.WORKER);
        seams.put(POOL + ".beforeExecute", Seam.BEFORE);
        seams.put(POOL + ".getTask", Seam.ASKS);
        seams.put(TIMER + ".mainLoop", Seam.TIMER);
        seams.put(HTTP_CLIENT + ".run", Seam.NOBODYS_LOOP);
        return seams;
    }

    /** What is woven into a method; null for nothing. */
    static Seam seam(String className, String method) {
        return SEAMS.get(className + "." + method);
    }

    /** One of another module, which is not to be loaded for this. */
    static boolean isWovenWhenLoaded(String className) {
        return HTTP_CLIENT.equals(className);
    }

    static boolean isWoven(String className) {
        for (String woven : CLASSES) {
            if (woven.equals(className)) {
                return true;
            }
        }
        return false;
    }

    static byte[] weave(String className, byte[] classFile) {
        return TaskWeaver.weave(className, classFile, SEAMS);
    }
}
