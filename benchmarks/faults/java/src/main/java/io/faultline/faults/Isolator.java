package io.faultline.faults;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Finds, for a test that passes on the later release and fails on the earlier one, the methods that make it so. */
final class Isolator {
    /** More methods than this are a rewrite, not a fault. */
    static final int LARGEST_FAULT = 5;

    private final Splicer splicer;
    private final List<Element> difference;
    private final TestRunner tests;
    private final long limitMillis;
    private final long deadline;
    private int tries;
    private String lastFailure;

    /** @param deadline {@code System.nanoTime()} at which to give up */
    Isolator(Splicer splicer, List<Element> difference, TestRunner tests, long limitMillis, long deadline) {
        this.splicer = splicer;
        this.difference = difference;
        this.tests = tests;
        this.limitMillis = limitMillis;
        this.deadline = deadline;
    }

    /** The methods, or the reason why there are none. */
    record Finding(Set<Element> elements, String reason, int tries) {}

    private static final class OutOfTime extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfTime() {
            super(null, null, false, false);
        }
    }

    /** @param known sets found for other tests: tried first, because one fault fails many tests */
    Finding isolate(List<String> testIds, Collection<Set<Element>> known) {
        tries = 0;
        Map<Set<Element>, Boolean> seen = new HashMap<>();
        try {
            Set<String> used = new LinkedHashSet<>();
            if (passes(testIds, Set.of(), seen, used)) {
                return none("passes on the earlier release plus additions");
            }
            if (lastFailure.contains("TimeoutException: time limit")) {
                return none("does not end on the earlier release");
            }
            if (!passes(testIds, new TreeSet<>(difference), seen, used)) {
                return none("fails with all methods spliced: " + lastFailure);
            }
            for (Set<Element> set : known) {
                if (isSmallest(testIds, set, seen)) {
                    return new Finding(set, null, tries);
                }
            }
            List<Element> loaded = new ArrayList<>(difference);
            loaded.removeIf(e -> !used.contains(e.owner()));
            if (!passes(testIds, new TreeSet<>(loaded), seen, null)) {
                loaded = new ArrayList<>(difference);
            }
            Set<Element> first = minimise(testIds, loaded, seen);
            if (first.size() > LARGEST_FAULT) {
                return none("more than " + LARGEST_FAULT + " methods");
            }
            List<Element> reversed = new ArrayList<>(loaded);
            Collections.reverse(reversed);
            Set<Element> second = minimise(testIds, reversed, new HashMap<>());
            if (!first.equals(second)) {
                return none("not one smallest set: " + first + " or " + second);
            }
            return new Finding(first, null, tries);
        } catch (OutOfTime e) {
            return none("out of time");
        }
    }

    /** Whether the test passes with the set, and with none that lacks one of its members. */
    private boolean isSmallest(List<String> testIds, Set<Element> set, Map<Set<Element>, Boolean> seen) {
        return passes(testIds, set, seen, null)
                && set.stream().noneMatch(element -> passes(testIds, without(set, element), seen, null));
    }

    private Finding none(String reason) {
        return new Finding(Set.of(), reason, tries);
    }

    private static Set<Element> without(Set<Element> set, Element element) {
        Set<Element> rest = new TreeSet<>(set);
        rest.remove(element);
        return rest;
    }

    private Set<Element> minimise(List<String> testIds, List<Element> from, Map<Set<Element>, Boolean> seen) {
        Map<String, List<Element>> byClass = new LinkedHashMap<>();
        for (Element element : from) {
            byClass.computeIfAbsent(element.owner(), k -> new ArrayList<>()).add(element);
        }
        List<String> classes = Minimiser.minimal(new ArrayList<>(byClass.keySet()), names -> {
            Set<Element> chosen = new TreeSet<>();
            names.forEach(name -> chosen.addAll(byClass.get(name)));
            return passes(testIds, chosen, seen, null);
        });
        List<Element> methods = new ArrayList<>();
        classes.forEach(name -> methods.addAll(byClass.get(name)));
        return new TreeSet<>(Minimiser.minimal(methods, chosen -> passes(testIds, new TreeSet<>(chosen), seen, null)));
    }

    /** @param used gets the classes that the test loads; null to take what {@code seen} knows */
    private boolean passes(
            List<String> testIds, Set<Element> chosen, Map<Set<Element>, Boolean> seen, Set<String> used) {
        Boolean known = used == null ? seen.get(chosen) : null;
        if (known != null) {
            return known;
        }
        if (System.nanoTime() > deadline) {
            throw new OutOfTime();
        }
        tries++;
        Map<String, TestResult> results;
        try (TestLoader loader = tests.fresh(name -> splicer.bytes(name, chosen))) {
            results = tests.run(testIds.stream().map(id -> selectUniqueId(id)).toList(), loader, limitMillis);
            if (used != null) {
                used.addAll(loader.used);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        boolean passed = !results.isEmpty() && results.values().stream().allMatch(r -> r.status.equals("passed"));
        lastFailure = results.values().stream().filter(r -> !r.status.equals("passed"))
                .map(r -> r.status + " " + describe(r.thrown)).findFirst().orElse("no test found");
        seen.put(chosen, passed);
        return passed;
    }

    private static String describe(Throwable thrown) {
        try {
            return String.valueOf(thrown).replaceAll("\\s+", " ");
        } catch (RuntimeException | LinkageError e) {
            return thrown.getClass().getName();
        }
    }
}
