package io.faultline.listeners;

import io.faultline.runtime.Context;
import io.faultline.runtime.Session;
import io.faultline.runtime.TestName;
import io.faultline.runtime.WeakIdentityMap;
import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * Events of Spring's application contexts, which are created for the first test that needs them and then cached: code
 * that runs during creation is a fixture of all tests that use the context.
 *
 * <p>Contexts are identified by object, independent of the cache's notion of equal configurations and of evictions. A
 * context that cannot be created is identified by its configuration, because Spring 6.1 and later do not try again.
 *
 * <p>Threads: any. A context's parent is created inside its own creation, and belongs to the same users.
 */
final class SpringEvents {
    private static final Getter TEST_CLASS =
            new Getter("org.springframework.test.context.MergedContextConfiguration", "getTestClass");
    private static final int[] NONE = {};

    /** A test's request for a context. */
    private static final class Need {
        final Object configuration;

        /** Whether it is being created, and the owner of what runs meanwhile, from the session. */
        boolean isBeingMade;

        Context making;

        /** Numbers of the fixtures of its creation, parents first. */
        int[] made = NONE;

        /** Whether a creation was attempted for this request. */
        boolean tried;

        Need(Object configuration) {
            this.configuration = configuration;
        }
    }

    private static final class Unmade {
        final WeakReference<Object> configuration;
        final int[] made;

        Unmade(Object configuration, int[] made) {
            this.configuration = new WeakReference<>(configuration);
            this.made = made;
        }
    }

    private final Session session;
    private final WeakIdentityMap<Object, int[]> contexts = new WeakIdentityMap<>();
    private final List<Unmade> unmade = new ArrayList<>();

    private final ThreadLocal<Deque<Need>> needs = new ThreadLocal<Deque<Need>>() {
        @Override
        protected Deque<Need> initialValue() {
            return new ArrayDeque<>(2);
        }
    };

    SpringEvents(Session session) {
        this.session = session;
    }

    void on(int event, Object what) {
        Deque<Need> open = needs.get();
        Need need = open.peek();
        if (event == Event.SPRING_NEEDED) {
            open.push(new Need(what));
        } else if (need == null) {
            return; // began before the agent
        } else if (event == Event.SPRING_LOADS) {
            need.making = session.beginShared();
            need.isBeingMade = true;
        } else if (event == Event.SPRING_LOADED) {
            made(need, what);
        } else if (event == Event.SPRING_GIVEN) {
            open.pop();
            given(need, what, open.peek());
            if (open.isEmpty()) {
                needs.remove();
            }
        }
    }

    /** Called inside the cache's lock, so the next thread that finds the context has its number. */
    private void made(Need need, Object context) {
        if (!need.isBeingMade) {
            return;
        }
        int number = session.endShared(need.making, name(need.configuration));
        need.isBeingMade = false;
        need.making = null;
        need.tried = true;
        if (number >= 0) {
            need.made = append(need.made, new int[] {number});
        }
        if (context != null) {
            contexts.put(context, need.made);
        } else {
            synchronized (unmade) {
                unmade.add(0, new Unmade(need.configuration, need.made));
            }
        }
    }

    private void given(Need need, Object context, Need outer) {
        int[] made = need.made;
        if (!need.tried) {
            made = context != null ? contexts.get(context) : ofUnmade(need.configuration);
        }
        if (made == null || made.length == 0) {
            return;
        }
        if (outer != null) {
            outer.made = append(outer.made, made);
        } else {
            session.uses(made);
        }
    }

    /** Compared by equality, like Spring's cache has just done. */
    private int[] ofUnmade(Object configuration) {
        Unmade[] known;
        synchronized (unmade) {
            known = unmade.toArray(new Unmade[0]);
        }
        for (Unmade one : known) {
            Object other = one.configuration.get();
            if (other == configuration || (other != null && other.equals(configuration))) {
                return one.made;
            }
        }
        return NONE;
    }

    private static TestName name(Object configuration) {
        Object test = TEST_CLASS.of(configuration);
        String className = test instanceof Class ? ((Class<?>) test).getName() : null;
        return new TestName("Spring context of " + className, className, null);
    }

    private static int[] append(int[] some, int[] more) {
        int[] all = Arrays.copyOf(some, some.length + more.length);
        System.arraycopy(more, 0, all, some.length, more.length);
        return all;
    }
}
