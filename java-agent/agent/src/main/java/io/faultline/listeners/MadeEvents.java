package io.faultline.listeners;

import io.faultline.runtime.Context;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import io.faultline.runtime.WeakIdentityMap;
import java.lang.reflect.Constructor;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What frameworks make before they run a test: runners of JUnit 4, which ask for parameters and suites, and instances of
 * JUnit 3 and TestNG. Code that runs meanwhile is a fixture of the tests of the runner, or of the instance's own; what a
 * factory of TestNG runs is one of all instances that it returns.
 *
 * <p>While a test or fixture runs, what is made belongs to that. Threads: any.
 */
final class MadeEvents {
    /** TestNG wraps what a factory returns, from 7. */
    private static final Getter IN_FACTORY = new Getter("org.testng.internal.IParameterInfo", "getInstance");

    private static final int[] NONE = {};

    /** What is being made. */
    private static final class Making {
        final Object type;

        /** The owner of what runs meanwhile, from the session; null if that belongs to a test or fixture. */
        final Context owner;

        Making(Object type, Context owner) {
            this.type = type;
            this.owner = owner;
        }
    }

    private final Session session;
    private final WeakIdentityMap<Object, int[]> made = new WeakIdentityMap<>();

    /** Which of its class an instance of a factory is, from 1; TestNG runs them in another order each time. */
    private final WeakIdentityMap<Object, Integer> numbers = new WeakIdentityMap<>();

    /** How many instances factories have made, by class. */
    private final Map<String, Integer> counts = new HashMap<>();

    private final ThreadLocal<Deque<Making>> making = new ThreadLocal<Deque<Making>>() {
        @Override
        protected Deque<Making> initialValue() {
            return new ArrayDeque<>(2);
        }
    };

    MadeEvents(Session session) {
        this.session = session;
    }

    /**
     * Before, {@code what} is the test class or its constructor, or null for a factory; afterwards it is what was made: a
     * runner, an instance, an array of instances, or null.
     */
    void on(int event, Object what) {
        Deque<Making> open = making.get();
        if (event == Event.MAKES) {
            open.push(new Making(what, session.isTesting(true) ? null : session.beginShared()));
            return;
        }
        Making done = open.poll();
        if (open.isEmpty()) {
            making.remove();
        }
        if (what instanceof Object[]) {
            number((Object[]) what);
        }
        if (done != null && done.owner != null) {
            ends(done, what);
        }
    }

    private synchronized void number(Object[] what) {
        for (Object one : what) {
            Object instance = instance(one);
            if (instance != null && numbers.get(instance) == null) {
                String type = instance.getClass().getName();
                Integer before = counts.get(type);
                int number = before == null ? 1 : before + 1;
                counts.put(type, number);
                numbers.put(instance, number);
            }
        }
    }

    private static Object instance(Object made) {
        Object instance = IN_FACTORY.of(made);
        return instance == null ? made : instance;
    }

    /** Which of its class an instance of a factory is, from 1; 0 if no factory made it. */
    int numberOf(Object instance) {
        Integer number = instance == null ? null : numbers.get(instance);
        return number == null ? 0 : number;
    }

    private void ends(Making done, Object what) {
        String className = className(done.type);
        String of = className == null ? "what a factory makes" : "what is made for " + className;
        int number = session.endShared(done.owner, new TestName(of, className, null));
        if (number < 0 || what == null) {
            return;
        }
        if (!(what instanceof Object[])) {
            add(what, number);
            return;
        }
        for (Object one : (Object[]) what) {
            add(instance(one), number);
        }
    }

    private void add(Object what, int number) {
        if (what == null) {
            return;
        }
        int[] before = of(what);
        int[] all = Arrays.copyOf(before, before.length + 1);
        all[before.length] = number;
        made.put(what, all);
    }

    private static String className(Object type) {
        if (type instanceof Constructor) {
            return ((Constructor<?>) type).getDeclaringClass().getName();
        }
        return type instanceof Class ? ((Class<?>) type).getName() : null;
    }

    /** Returns the numbers of the fixtures of what was made: a runner or an instance. */
    int[] of(Object what) {
        int[] numbers = made.get(what);
        return numbers == null ? NONE : numbers;
    }
}
