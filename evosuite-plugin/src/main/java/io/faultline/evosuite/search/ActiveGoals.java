package io.faultline.evosuite.search;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which goals a search pursues: those that are not covered and hang on nothing, or on a goal that is covered.
 *
 * <p>A goal that hangs on several others, as the body of a loop that two conditions lead to, becomes active with the
 * first of them. Goals that hang on each other alone, in a circle that no other goal leads into, would never become
 * active, so the first goal of such a circle is active from the start.
 *
 * <p>Source: Panichella, Kifetew, Tonella, Automated Test Case Generation as a Many-Objective Optimisation Problem with
 * Dynamic Selection of the Targets, TSE 2018 (Algorithm 2).
 */
final class ActiveGoals<G> {
    /** The goals that hang on each goal. */
    private final Map<G, List<G>> dependents = new HashMap<>();

    private final Set<G> uncovered = new LinkedHashSet<>();
    private final Set<G> active = new LinkedHashSet<>();

    /**
     * Creates the state in which nothing is covered.
     *
     * @param dependences the goals that each goal hangs on; empty for a goal that every call of its method reaches
     */
    ActiveGoals(Map<G, ? extends Collection<G>> dependences) {
        uncovered.addAll(dependences.keySet());
        for (Map.Entry<G, ? extends Collection<G>> goal : dependences.entrySet()) {
            for (G on : goal.getValue()) {
                dependents.computeIfAbsent(on, unused -> new ArrayList<>()).add(goal.getKey());
            }
        }
        Set<G> reached = new LinkedHashSet<>();
        for (Map.Entry<G, ? extends Collection<G>> goal : dependences.entrySet()) {
            if (goal.getValue().isEmpty()) {
                begin(goal.getKey(), reached);
            }
        }
        for (G goal : dependences.keySet()) {
            if (!reached.contains(goal)) {
                begin(goal, reached);
            }
        }
    }

    /** Makes a goal active, and adds all goals that may become active after it. */
    private void begin(G goal, Set<G> reached) {
        active.add(goal);
        Deque<G> open = new ArrayDeque<>();
        open.add(goal);
        while (!open.isEmpty()) {
            G next = open.remove();
            if (reached.add(next)) {
                open.addAll(on(next));
            }
        }
    }

    private List<G> on(G goal) {
        return dependents.getOrDefault(goal, Collections.emptyList());
    }

    /** Returns the active goals, in the order in which they became active. */
    List<G> active() {
        return new ArrayList<>(active);
    }

    boolean isActive(G goal) {
        return active.contains(goal);
    }

    boolean areAllCovered() {
        return uncovered.isEmpty();
    }

    /** Marks a goal as covered, and returns the goals that become active by it. */
    List<G> cover(G goal) {
        if (!uncovered.remove(goal)) {
            return Collections.emptyList();
        }
        active.remove(goal);
        List<G> begun = new ArrayList<>();
        for (G dependent : on(goal)) {
            if (uncovered.contains(dependent) && active.add(dependent)) {
                begun.add(dependent);
            }
        }
        return begun;
    }
}
