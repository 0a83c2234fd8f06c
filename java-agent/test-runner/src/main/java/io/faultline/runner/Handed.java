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
 * What a runner hands to its scheduler, child by child, and what each child is called. Most runners have one description for each
 * child; one with rows of arguments may hand a method over once for each row, and count the rows as they run: such a child cannot
 * be run again in place.
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

    /** What the child at this place is called; null where that is not known. */
    public Description description(int at) {
        return at < descriptions.size() ? descriptions.get(at) : null;
    }

    /** The child at this place; null where this JUnit does not say. */
    public Object child(int at) {
        return at < children.size() ? children.get(at) : null;
    }

    /** Whether the child at this place is handed over once only. */
    public boolean isOnce(int at) {
        return at >= children.size() || Collections.frequency(children, children.get(at)) == 1;
    }

    /**
     * Has a runner run those of its children only that a filter wants: one that is asked for a method may know nothing of its rows.
     * False when the runner lets nobody choose.
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
                // Another version: the next name.
            }
        }
        return new ArrayList<>();
    }
}
