package io.faultline.runtime;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * Attributes static initialisers of test classes: what one runs is a fixture of all tests of its class, of the tests
 * that use the class, and of the code that triggered it, whichever of them came first.
 *
 * <p>An initialiser that runs during the initialisation of a project class, or during a shared creation, is part of
 * that.
 *
 * <p>Threads: any. Errors: as in {@link Initialisers}, which guards the calls.
 */
final class TestInitialisers {
    private static final int[] NONE = {};

    private static final class Running {
        final int number;

        /** The thread's owner before, or null. */
        final Context around;

        /** Owner of its hits, from the recorder. */
        final Context own;

        /** Fixtures of initialisers that it triggered. */
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

    /** Ends an initialiser, by a return or an exception. */
    void exit(int number) {
        Deque<Running> open = running.get();
        if (isIn(open, number)) {
            // Inner initialisers whose end was lost, for example by a stack overflow, end here too.
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

    /** Called after {@link #exit} if the initialiser threw. Errors: none. */
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
