package io.faultline.runtime;

import java.util.ArrayDeque;
import java.util.function.ObjIntConsumer;

/**
 * Determines the owners of tasks in pool threads, from calls woven into {@code java.util.concurrent} and libraries once
 * threads are told apart.
 *
 * <p>A task belongs to its creator ({@code FutureTask}, {@code ForkJoinTask} and classes built on them) or, for other
 * {@code Runnable}s, to the thread that submits it. Nothing is wrapped, so queues hold the original objects. If several
 * tests submit one {@code Runnable} at the same time, its runs are attributed in order of submission.
 *
 * <p>Threads: any. Errors: none, except a request to stop the thread. Uses no class of {@code java.util.concurrent},
 * and calls no application code.
 */
public final class Tasks implements ObjIntConsumer<Object> {
    /** A task is created; it keeps its owner for life. */
    public static final int MADE = 0;

    /** A task is submitted to a pool. */
    public static final int SUBMITTED = 1;

    /** The pool rejected the task. */
    public static final int REJECTED = 2;

    /** A thread begins a task. */
    public static final int BEGIN = 3;

    /** The thread ends the task that it began last. */
    public static final int END = 4;

    /** A pool thread has a task; may be repeated until {@link #IDLE}. */
    public static final int TAKEN = 5;

    /** A pool thread requests its next task. */
    public static final int IDLE = 6;

    /** Like {@link #BEGIN}, for a task that may have begun before. */
    public static final int AGAIN = 7;

    /** A task is created that belongs to the thread that runs it. */
    public static final int OF_CALLER = 8;

    /** A thread begins a loop that runs tasks of several owners. */
    public static final int LOOP = 9;

    /** Like {@link #LOOP}, but code outside of tasks has no owner. */
    public static final int NOBODYS_LOOP = 10;

    /** The loop begins a task, which ends the previous one. */
    public static final int NEXT = 11;

    /** The loop ends its task. */
    public static final int DONE = 12;

    /** The loop ends. */
    public static final int LOOP_END = 13;

    /** A thread is created. */
    public static final int THREAD = 14;

    private static final int STRIPES = 16;
    private static final int REHEARSALS = 64;

    private final Stripe[] stripes = new Stripe[STRIPES];

    /**
     * The class of threads that carry virtual threads: their tasks belong to the JVM and run while it switches threads.
     */
    private final Class<?> carrier;

    /** A part of the tasks, with a separate lock. */
    private static final class Stripe {
        /** Weak map from tasks to a {@link Context} or an {@link ArrayDeque} of them. */
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
     * Loads and links the code of hooks in advance, while no thread waits. A worker that submits a class's tests to a
     * fork-join pool creates a task for each and joins the last one. If it is slow in between, another worker takes
     * that task; a pool whose other workers all wait then has no thread left to replace the joining one.
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
                        place.takeInherited(); // otherwise the next thread would count as inheriting
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
            // The hits of this task may go to its thread's owner.
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

    /** Returns the owner of a task; null if it was created before threads were told apart. */
    private Context owner(Object task) {
        Stripe stripe = stripe(task);
        synchronized (stripe) {
            Object known = stripe.owners.get(task);
            return known instanceof ArrayDeque ? (Context) ((ArrayDeque<?>) known).pollFirst() : (Context) known;
        }
    }
}
