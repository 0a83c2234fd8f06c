package io.faultline.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Static initialisers of test classes: what one runs is a fixture of all tests of its class, and of those that use it,
 * whichever of them was the first, and of whoever caused it.
 *
 * <p>One that runs while a class of the project is initialised, or while something is made that tests share, is a part of
 * that.
 *
 * <p>Threads: any. Errors: as of {@link Initialisers}, which guards the calls.
 */
final class TestInitialisers {
    private static final int[] NONE = {};

    private static final class Running {
        final int number;

        /** For whom its thread ran before, or null. */
        final Context around;

        /** Owner of what it runs, as the recorder gave it. */
        final Context own;

        /** What initialisers ran that it caused. */
        int[] inner = NONE;

        Running(int number, Context around, Context own) {
            this.number = number;
            this.around = around;
            this.own = own;
        }
    }

    private final Session session;
    private final TestClasses classes;

    private final ThreadLocal<Deque<Running>> running = new ThreadLocal<Deque<Running>>() {
        @Override
        protected Deque<Running> initialValue() {
            return new ArrayDeque<>(2);
        }
    };

    TestInitialisers(Session session, TestClasses classes) {
        this.session = session;
        this.classes = classes;
    }

    void enter(int number) {
        if (!classes.mayHaveTests()) {
            return;
        }
        Context around = session.owner();
        Deque<Running> open = running.get();
        Running outer = open.peek();
        boolean isApart = around != null && around.isInitialiser() && (outer == null || around != outer.own);
        if (!isApart) {
            open.push(new Running(number, around, session.beginShared()));
        } else if (outer == null) {
            running.remove();
        }
    }

    /** By a return or a throw. */
    void exit(int number) {
        Deque<Running> open = running.get();
        if (isIn(open, number)) {
            // Those inside whose end was lost, as where the stack was too short to say it, end here.
            int left;
            do {
                left = open.peek().number;
                leave(open.pop(), open.peek());
            } while (left != number);
        }
        if (open.isEmpty()) {
            running.remove();
        }
    }

    /** Behind {@link #exit}: it threw. Errors: none. */
    void failed(int number) {
        classes.failed(number);
    }

    private static boolean isIn(Deque<Running> open, int number) {
        for (Running one : open) {
            if (one.number == number) {
                return true;
            }
        }
        return false;
    }

    private void leave(Running left, Running outer) {
        String name = classes.name(left.number);
        int own = session.endShared(left.own, new TestName("static initialiser of " + name, name, null));
        int[] made = own < 0 ? left.inner : append(left.inner, own);
        if (made.length == 0) {
            return;
        }
        classes.initialised(name, made);
        if (outer != null) {
            outer.inner = Container.withAll(outer.inner, made);
        } else {
            session.causes(made, left.around);
        }
    }

    private static int[] append(int[] some, int one) {
        int[] all = Arrays.copyOf(some, some.length + 1);
        all[some.length] = one;
        return all;
    }
}
