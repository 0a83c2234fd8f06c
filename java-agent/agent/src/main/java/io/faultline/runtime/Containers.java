package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The containers that are open, and whose tests a test is one of.
 *
 * <p>Threads: guarded by the session's lock. Cost: a scan of the open containers, a handful.
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

    /** Removes a container, and with it those inside it whose end nobody reported. */
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

    /** Removes those that an interruption leaves open: nobody will report their end. */
    void removeAbove(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).thread == thread && open.get(i).level > level) {
                open.remove(i);
            }
        }
    }

    /** The container that a thread began last at this level, of those still open. */
    Container innermost(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).thread == thread && open.get(i).level == level) {
                return open.get(i);
            }
        }
        return null;
    }

    /** The container for all of whose tests a thread runs something right now. */
    Container preparing(Thread thread, int level) {
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).preparing && open.get(i).thread == thread && open.get(i).level == level) {
                return open.get(i);
            }
        }
        return null;
    }

    /** The container that prepares and owns these hits; where {@code any}, else one that prepares. */
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

    /** What was recorded for all tests of the containers that a test is in. */
    int[] fixturesOf(OpenTest test) {
        int[] numbers = {};
        for (int i = 0; i < open.size(); i++) {
            if (holds(open.get(i), test)) {
                numbers = addAll(numbers, open.get(i));
            }
        }
        return numbers;
    }

    /** What was recorded for a container and for those around it. */
    int[] fixturesOf(Container container) {
        if (container.framework != Framework.PLATFORM) {
            return addAll(new int[0], container);
        }
        int[] numbers = {};
        for (int i = 0; i < open.size(); i++) {
            Container other = open.get(i);
            if (other == container || (other.framework == Framework.PLATFORM && isAbove(other.name.id, container.name.id))) {
                numbers = addAll(numbers, other);
            }
        }
        return numbers;
    }

    /**
     * The platform's unique ids say which tests a container holds; its threads do not, they take over
     * one another's tasks. The other frameworks know no such ids, but there a class and its tests share a
     * thread, or where they do not, the class's name.
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
