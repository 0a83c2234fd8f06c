package io.faultline.runtime;

import java.util.ArrayDeque;
import java.util.function.ObjIntConsumer;

/**
 * Whose a task is that runs in a thread of a pool: calls woven into {@code java.util.concurrent} and into libraries
 * arrive here once threads are told apart.
 *
 * <p>A task belongs to whoever made it ({@code FutureTask}, {@code ForkJoinTask} and what is built on them) or,
 * any other {@code Runnable}, to whoever hands it to a pool. Nothing is wrapped: queues hold the objects they
 * always held. One {@code Runnable} that several tests hand over at once is taken in the order it was handed over.
 *
 * <p>Threads: any. Errors: none leaves but a request to stop the thread. No class of {@code java.util.concurrent}
 * is used in here, and no code of the application is called.
 */
public final class Tasks implements ObjIntConsumer<Object> {
    /** A task is made; it keeps its owner for as long as it lives. */
    public static final int MADE = 0;

    /** A task is handed to a pool. */
    public static final int SUBMITTED = 1;

    /** The pool refused it. */
    public static final int REJECTED = 2;

    /** A thread begins with a task. */
    public static final int BEGIN = 3;

    /** It is done with the last one it began. */
    public static final int END = 4;

    /** A thread of a pool has a task, and may be told so again before it is {@link #IDLE}. */
    public static final int TAKEN = 5;

    /** A thread of a pool asks for its next task. */
    public static final int IDLE = 6;

    /** As {@link #BEGIN}, of a task that may have begun before. */
    public static final int AGAIN = 7;

    /** A task is made that runs for whoever runs it. */
    public static final int OF_CALLER = 8;

    /** A thread begins a loop that runs the tasks of several owners. */
    public static final int LOOP = 9;

    /** As {@link #LOOP}, and what is no task belongs to nobody. */
    public static final int NOBODYS_LOOP = 10;

    /** The loop begins with a task: the one before is done. */
    public static final int NEXT = 11;

    /** The loop is done with its task. */
    public static final int DONE = 12;

    /** The loop ends. */
    public static final int LOOP_END = 13;

    /** A thread is made. */
    public static final int THREAD = 14;

    private static final int STRIPES = 16;
    private static final int REHEARSALS = 64;

    private final Stripe[] stripes = new Stripe[STRIPES];

    /** Threads that carry virtual threads: their tasks are the machine's, run while it changes threads. */
    private final Class<?> carrier;

    /** A part of the tasks, under a lock of its own. */
    private static final class Stripe {
        /** Task, weakly, to a {@link Context} or an {@link ArrayDeque} of them. */
        final WeakIdentityMap<Object, Object> owners = new WeakIdentityMap<>();
    }

    public Tasks() {
        this(carrierClass());
    }

    Tasks(Class<?> carrier) {
        this.carrier = carrier;
        for (int i = 0; i < STRIPES; i++) {
            stripes[i] = new Stripe();
        }
    }

    private static Class<?> carrierClass() {
        try {
            return Class.forName("jdk.internal.misc.CarrierThread", false, null);
        } catch (ClassNotFoundException before21) {
            return null;
        }
    }

    /**
     * Loads and links what a hook runs, while nobody waits. The worker that hands a class's tests to a fork-join pool
     * makes a task of each, and joins the last one: when it is slow between, others take that one away, and a pool
     * whose other workers all wait has no thread left to replace the one that joins.
     */
    public static void rehearse() {
        Tasks tasks = new Tasks();
        for (int i = 0; i < REHEARSALS; i++) {
            tasks.accept(new Object(), MADE);
        }
    }

    @Override
    public void accept(Object task, int what) {
        if (Thread.currentThread().getClass() == carrier) {
            return;
        }
        try {
            Place place = Scopes.here();
            switch (what) {
                case MADE:
                    made(task, place.handOnTask());
                    break;
                case SUBMITTED:
                    submitted(task, place.handOnTask());
                    break;
                case REJECTED:
                    rejected(task);
                    break;
                case BEGIN:
                    place.enterTask(owner(task), true);
                    break;
                case AGAIN:
                    place.enterTask(owner(task), false);
                    break;
                case OF_CALLER:
                    made(task, Context.CALLER);
                    break;
                case LOOP:
                case NOBODYS_LOOP:
                    place.enterLoop(what == NOBODYS_LOOP);
                    break;
                case NEXT:
                    place.betweenTasks();
                    place.enterTask(owner(task), true);
                    break;
                case DONE:
                    place.betweenTasks();
                    break;
                case LOOP_END:
                    place.leaveLoop();
                    break;
                case THREAD:
                    if (task.getClass() == carrier) {
                        place.takeInherited(); // else the next thread would be taken for one that has
                    } else {
                        Makers.made((Thread) task, place);
                    }
                    break;
                case END:
                    place.leave();
                    break;
                case TAKEN:
                    if (task != null && !place.hasTaken(task)) {
                        place.idle();
                        place.take(task, owner(task));
                    }
                    break;
                case IDLE:
                    place.idle();
                    break;
                default:
                    break;
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // The hits of this task may be those of its thread.
        }
    }

    private Stripe stripe(Object task) {
        int hash = System.identityHashCode(task);
        return stripes[(hash ^ hash >>> 8) & STRIPES - 1];
    }

    private void made(Object task, Context owner) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            stripe.owners.put(task, owner);
        }
    }

    @SuppressWarnings("unchecked")
    private void submitted(Object task, Context owner) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Object known = stripe.owners.get(task);
            if (known == null) {
                known = new ArrayDeque<Context>(2);
                stripe.owners.put(task, known);
            }
            if (known instanceof ArrayDeque) {
                ((ArrayDeque<Context>) known).addLast(owner);
            }
        }
    }

    private void rejected(Object task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Object known = stripe.owners.get(task);
            if (known instanceof ArrayDeque) {
                ((ArrayDeque<?>) known).pollLast();
            }
        }
    }

    /** Null when it was made before threads were told apart. */
    private Context owner(Object task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Object known = stripe.owners.get(task);
            return known instanceof ArrayDeque ? (Context) ((ArrayDeque<?>) known).pollFirst() : (Context) known;
        }
    }
}
