package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The open containers, and the mapping of tests to them.
 *
 * <p>Threads: guarded by the session's lock. Cost: a scan of the few open containers.
 */
final class Containers {
    private final List<Container> open = new ArrayList<>(8);
    private final TestClasses classes;

    Containers(TestClasses classes) {
        this.classes = classes;
    }

    void add(Container container) {
        open.add(container);
    }

    /** Removes a container, and the ones inside it whose end was not reported. */
    void remove(Container container) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (isInside(open.get(i), container)) {
                open.remove(i);
            }
        }
    }

    Container find(Framework framework, Object key) {
        for (int i = open.size() - 1; i >= 0; i--) {
            Container container = open.get(i);
            if (container.framework == framework && OpenTest.same(container.key, key)) {
                return container;
            }
        }
        return null;
    }

    /** Removes the containers that an interruption left open: their end will not be reported. */
    void removeAbove(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).thread == thread && open.get(i).level > level) {
                open.remove(i);
            }
        }
    }

    /** Returns the last container that a thread opened at this level and that is still open. */
    Container innermost(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).thread == thread && open.get(i).level == level) {
                return open.get(i);
            }
        }
        return null;
    }

    /** Returns the container for which a thread currently runs a fixture. */
    Container preparing(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).preparing && open.get(i).thread == thread && open.get(i).level == level) {
                return open.get(i);
            }
        }
        return null;
    }

    /** Returns the preparing container with this owner of hits; if {@code any}, otherwise any preparing one. */
    Container preparing(Context owner, boolean any) {
        Container other = null;
        for (int i = open.size() - 1; i >= 0; i--) {
            Container container = open.get(i);
            if (container.preparing && owner != null && container.hits == owner) {
                return container;
            }
            other = other == null && any && container.preparing ? container : other;
        }
        return other;
    }

    boolean anyPreparing() {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).preparing && open.get(i).thread.isAlive()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the fixtures of all containers of a test. */
    int[] fixturesOf(OpenTest test) {
        int[] numbers = {};
        for (int i = 0; i < open.size(); i++) {
            if (holds(open.get(i), test)) {
                numbers = addAll(numbers, open.get(i));
            }
        }
        return numbers;
    }

    /** Returns the fixtures of a container and of enclosing ones. */
    int[] fixturesOf(Container container) {
        if (container.framework != Framework.PLATFORM) {
            return addAll(new int[0], container);
        }
        int[] numbers = {};
        for (int i = 0; i < open.size(); i++) {
            Container other = open.get(i);
            if (other == container
                    || (other.framework == Framework.PLATFORM && isAbove(other.name.id, container.name.id))) {
                numbers = addAll(numbers, other);
            }
        }
        return numbers;
    }

    /**
     * Whether a container holds a test. The platform's unique ids tell, whereas its threads take over each other's
     * tasks. Other frameworks have no such ids, but a class shares a thread with its tests, or else the class name.
     */
    private static boolean holds(Container container, OpenTest test) {
        if (container.framework == Framework.PLATFORM) {
            return test.name != null && isAbove(container.name.id, test.name.id);
        }
        if (container.thread == test.thread && container.level == test.level) {
            return true;
        }
        return container.framework == Framework.JUNIT4
                && container.name.className != null
                && test.name != null
                && container.name.className.equals(test.name.className);
    }

    private static boolean isAbove(String container, String id) {
        int length = container.length();
        return id.length() > length && id.charAt(length) == '/' && id.startsWith(container);
    }

    private int[] addAll(int[] numbers, Container container) {
        int[] all = numbers;
        for (Container at = container; at != null; at = at.framework == Framework.PLATFORM ? null : at.around) {
            all = classes.addTo(Container.withAll(all, at.fixtures), at.name.className);
        }
        return all;
    }

    private static boolean isInside(Container inner, Container outer) {
        for (Container at = inner; at != null; at = at.around) {
            if (at == outer) {
                return true;
            }
        }
        return false;
    }
}
