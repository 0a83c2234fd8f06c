package io.faultline.agent;

import io.faultline.agent.TaskWeaver.Seam;
import java.util.HashMap;
import java.util.Map;

/**
 * Seams in the JDK's task classes and {@code Thread}, which determine the owner of a task or thread: see {@link
 * io.faultline.runtime.Tasks}.
 *
 * <p>Woven when threads begin to be told apart, never earlier. Source: {@code java.util.concurrent}, {@code
 * java.util.Timer}, {@code java.lang.Thread} and {@code java.net.http} of JDK 8 to 25.
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

    /** The thread of an HTTP client that several tests may share; it serves the requests of all. */
    private static final String HTTP_CLIENT = "jdk/internal/net/http/HttpClientImpl$SelectorManager";

    /** Dependents of stages; unless asynchronous, they run in the thread that completes the stage. */
    private static final String[] DEPENDENTS = {
        "UniApply", "UniAccept", "UniRun", "UniWhenComplete", "UniHandle", "UniExceptionally",
                "UniComposeExceptionally",
        "UniCompose", "BiApply", "BiAccept", "BiRun", "OrApply", "OrAccept", "OrRun"
    };

    /** Seams by class and method. */
    private static final Map<String, Seam> SEAMS = seams();

    /**
     * Internal names in weaving order: threads and pools come first, so that the owners of submitted tasks are known. A
     * JDK may lack some.
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
        // A thread that waits for a task keeps its old frame, so a single seam is not enough: new pools use the first
        // seam, older ones the second or, except for their first task, the third.
        seams.put(POOL + ".runWorker", Seam.WORKER);
        seams.put(POOL + ".beforeExecute", Seam.BEFORE);
        seams.put(POOL + ".getTask", Seam.ASKS);
        seams.put(TIMER + ".mainLoop", Seam.TIMER);
        seams.put(HTTP_CLIENT + ".run", Seam.NOBODYS_LOOP);
        return seams;
    }

    /** Returns the seam of a method; null if there is none. */
    static Seam seam(String className, String method) {
        return SEAMS.get(className + "." + method);
    }

    /** Whether a class is in another module and must not be loaded for weaving. */
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
