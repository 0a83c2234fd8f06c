package io.faultline.agent;

import io.faultline.agent.TaskWeaver.Seam;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Seams in libraries with custom ways to run tasks, which determine the owner of a task: see {@link
 * io.faultline.runtime.Tasks}. Libraries built on the JDK's pools (schedulers of Reactor and RxJava, most of Guava)
 * need none.
 *
 * <p>Woven once threads are told apart, into classes loaded before and later. Classes or methods missing from a
 * library's version are skipped. {@code docs/recording.md} lists the tested versions.
 */
final class LibraryTasks {
    private static final Map<String, Seam> SEAMS = new HashMap<>();
    private static final Set<String> CLASSES = new HashSet<>();

    static {
        kotlin();
        scala();
        akka("akka/");
        akka("org/apache/pekko/");
        netty();
        others();
    }

    private LibraryTasks() {}

    /**
     * A continuation belongs to the coroutine that created it, whichever thread resumes it. This holds for every
     * dispatcher, for {@code Unconfined} and for event loops. A sequence belongs to the caller that requests its next
     * element.
     */
    private static void kotlin() {
        String internal = "kotlin/coroutines/jvm/internal/";
        add(internal + "ContinuationImpl", "<init>", Seam.MADE);
        add(internal + "RestrictedContinuationImpl", "<init>", Seam.OF_CALLER);
        add(internal + "BaseContinuationImpl", "resumeWith", Seam.RUN);
        // A dispatcher used as an executor runs plain tasks.
        String scheduling = "kotlinx/coroutines/scheduling/";
        add(scheduling + "TaskImpl", "<init>", Seam.MADE);
        add(scheduling + "TaskImpl", "run", Seam.RUN);
        for (String limited : new String[] {"LimitedDispatcher", "SoftLimitedDispatcher"}) {
            String name = "kotlinx/coroutines/internal/" + limited;
            add(name, "dispatch", Seam.SUBMITTED_SECOND);
            add(name, "dispatchYield", Seam.SUBMITTED_SECOND);
            add(name + "$Worker", "run", Seam.LOOP);
        }
        add("kotlinx/coroutines/EventLoopImplBase$DelayedTask", "<init>", Seam.MADE);
        add("kotlinx/coroutines/EventLoopImplBase$DelayedRunnableTask", "run", Seam.RUN);
    }

    private static void scala() {
        String promise = "scala/concurrent/impl/Promise$Transformation";
        add(promise, "<init>", Seam.MADE);
        add(promise, "run", Seam.RUN);
        // Scala 2.12 and before.
        String callback = "scala/concurrent/impl/CallbackRunnable";
        add(callback, "<init>", Seam.MADE);
        add(callback, "run", Seam.RUN);
        String future = "scala/concurrent/impl/Future$PromiseCompletingRunnable";
        add(future, "<init>", Seam.MADE);
        add(future, "run", Seam.RUN);
    }

    /** A message belongs to its sender; an actor's mailbox is one task for messages of many senders. */
    private static void akka(String root) {
        add(root + "dispatch/Envelope", "<init>", Seam.MADE);
        add(root + "actor/ActorCell", "invoke", Seam.RUN_FIRST);
        add(root + "dispatch/sysmsg/SystemMessage", "<init>", Seam.MADE);
        add(root + "dispatch/TaskInvocation", "<init>", Seam.MADE);
        add(root + "dispatch/TaskInvocation", "run", Seam.RUN);
        String scheduler = root + "actor/LightArrayRevolverScheduler$";
        add(scheduler + "TaskHolder", "<init>", Seam.MADE);
        add(scheduler + "TaskHolder", "executeTask", Seam.RUN);
        add(scheduler + "$anon$3", "run", Seam.NOBODYS_LOOP);
    }

    /** A task belongs to the thread that submitted it to the loop; what the loop does on input has no owner. */
    private static void netty() {
        String concurrent = "io/netty/util/concurrent/";
        add(concurrent + "SingleThreadEventExecutor", "addTask", Seam.SUBMITTED);
        add(concurrent + "SingleThreadEventExecutor", "runAllTasks", Seam.LOOP);
        add(concurrent + "SingleThreadEventExecutor", "runAllTasksFrom", Seam.LOOP);
        add("io/netty/channel/SingleThreadEventLoop", "executeAfterEventLoopIteration", Seam.SUBMITTED);
        add(concurrent + "PromiseTask", "<init>", Seam.MADE);
        add(concurrent + "AbstractEventExecutor", "safeExecute", Seam.LOOP);
        add(concurrent + "AbstractEventExecutor", "runTask", Seam.LOOP);
        add(concurrent + "GlobalEventExecutor", "addTask", Seam.SUBMITTED);
        for (String loop : new String[] {
            concurrent + "DefaultEventExecutor",
            concurrent + "GlobalEventExecutor$TaskRunner",
            "io/netty/channel/DefaultEventLoop",
            "io/netty/channel/SingleThreadIoEventLoop",
            "io/netty/channel/ThreadPerChannelEventLoop",
            "io/netty/channel/nio/NioEventLoop",
            "io/netty/channel/epoll/EpollEventLoop",
            "io/netty/channel/kqueue/KQueueEventLoop",
            "io/netty/channel/uring/IOUringEventLoop",
            "io/netty/incubator/channel/uring/IOUringEventLoop",
            "io/netty/util/HashedWheelTimer$Worker"
        }) {
            add(loop, "run", Seam.NOBODYS_LOOP);
        }
        String timeout = "io/netty/util/HashedWheelTimer$HashedWheelTimeout";
        add(timeout, "<init>", Seam.MADE);
        add(timeout, "expire", Seam.RUN);
        add(timeout, "run", Seam.RUN);
    }

    private static void others() {
        add("io/vertx/core/impl/TaskQueue", "execute", Seam.SUBMITTED);
        add("io/vertx/core/impl/TaskQueue", "run", Seam.LOOP);
        // Only the task that starts the worker is wrapped.
        add("com/google/common/util/concurrent/SequentialExecutor", "execute", Seam.SUBMITTED);
        add("com/google/common/util/concurrent/SequentialExecutor$1", "run", Seam.LOOP);
        add("com/google/common/util/concurrent/SequentialExecutor$QueueWorker", "workOnQueue", Seam.LOOP);
        add("com/google/common/util/concurrent/AbstractFuture", "addListener", Seam.SUBMITTED);
        add("com/google/common/util/concurrent/AbstractFuture", "executeListener", Seam.RUN_FIRST);
        String reactor = "reactor/core/scheduler/ExecutorScheduler$ExecutorTrackedRunnable";
        add(reactor, "<init>", Seam.MADE);
        add(reactor, "run", Seam.RUN);
        for (String rx : new String[] {"io/reactivex/", "io/reactivex/rxjava3/"}) {
            String worker = rx + "internal/schedulers/ExecutorScheduler$ExecutorWorker$";
            for (String task : new String[] {"BooleanRunnable", "InterruptibleRunnable"}) {
                add(worker + task, "<init>", Seam.MADE);
                add(worker + task, "run", Seam.RUN);
            }
        }
    }

    private static void add(String className, String method, Seam seam) {
        SEAMS.put(className + "." + method, seam);
        CLASSES.add(className);
    }

    /** Returns the seam of a method; null if there is none. */
    static Seam seam(String className, String method) {
        return SEAMS.get(className + "." + method);
    }

    static boolean isWoven(String className) {
        return CLASSES.contains(className);
    }

    static byte[] weave(String className, byte[] classFile) {
        return TaskWeaver.weave(className, classFile, SEAMS);
    }
}
