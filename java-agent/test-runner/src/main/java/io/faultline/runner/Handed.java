package io.faultline.runner;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import org.junit.runner.Description;
import org.junit.runner.Runner;
import org.junit.runner.manipulation.Filter;
import org.junit.runners.ParentRunner;
import org.junit.runners.model.RunnerScheduler;

/**
 * The children that a JUnit 4 runner passes to its scheduler, in order, with their descriptions. Most runners have one
 * description for each child. A parameterised runner may pass the same method once for each row of arguments and count
 * the rows as they run; such a child cannot be rerun in place.
 */
public final class Handed {
    private final List<Object> children;
    private final List<Description> descriptions;

    private Handed(List<Object> children, List<Description> descriptions) {
        this.children = children;
        this.descriptions = descriptions;
    }

    public static Handed by(ParentRunner<?> runner) {
        List<Object> children = childrenOf(runner);
        List<Description> descriptions = runner.getDescription().getChildren();
        if (children.isEmpty() || children.size() == descriptions.size()) {
            return new Handed(children, descriptions);
        }
        List<Object> distinct = new ArrayList<>(new LinkedHashSet<>(children));
        if (distinct.size() != descriptions.size()) {
            return new Handed(children, Collections.emptyList());
        }
        List<Description> each = new ArrayList<>();
        for (Object child : children) {
            each.add(descriptions.get(distinct.indexOf(child)));
        }
        return new Handed(children, each);
    }

    /** The description of the child at this index; null if unknown. */
    public Description description(int at) {
        return at < descriptions.size() ? descriptions.get(at) : null;
    }

    /** The child at this index; null if this JUnit version does not expose it. */
    public Object child(int at) {
        return at < children.size() ? children.get(at) : null;
    }

    /** Whether the child at this index is passed only once. */
    public boolean isOnce(int at) {
        return at >= children.size() || Collections.frequency(children, children.get(at)) == 1;
    }

    /**
     * Restricts a runner to the children that a filter accepts. Needed for runners whose filters see only methods, not
     * rows. Returns false if the runner does not support it.
     */
    static boolean leaveOut(Runner runner, Filter wanted) {
        if (!(runner instanceof ParentRunner)) {
            return false;
        }
        Handed handed = by((ParentRunner<?>) runner);
        ((ParentRunner<?>) runner).setScheduler(new RunnerScheduler() {
            private int next;

            @Override
            public void schedule(Runnable child) {
                Description description = handed.description(next++);
                if (description == null || wanted.shouldRun(description)) {
                    child.run();
                }
            }

            @Override
            public void finished() {}
        });
        return true;
    }

    private static List<Object> childrenOf(ParentRunner<?> runner) {
        for (String name : new String[] {"getFilteredChildren", "getChildren"}) {
            try {
                Method getter = ParentRunner.class.getDeclaredMethod(name);
                getter.setAccessible(true);
                return new ArrayList<>((Collection<?>) getter.invoke(runner));
            } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException next) {
                // Another JUnit version: try the next name.
            }
        }
        return new ArrayList<>();
    }
}
