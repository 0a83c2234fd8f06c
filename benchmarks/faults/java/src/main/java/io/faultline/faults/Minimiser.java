package io.faultline.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Delta debugging (Zeller and Hildebrandt 2002, ddmin), here for a smallest set that makes a test pass. */
final class Minimiser {
    private Minimiser() {}

    /**
     * A subset of {@code all} that satisfies {@code passes} and no longer does without any one of its members.
     * {@code all} itself must satisfy it. Cost: between 2 log2(n) and n^2 calls of {@code passes}.
     */
    static <T> List<T> minimal(List<T> all, Predicate<List<T>> passes) {
        List<T> current = new ArrayList<>(all);
        int parts = 2;
        while (current.size() >= 2) {
            List<T> smaller = smaller(current, parts, passes);
            if (smaller == null) {
                if (parts >= current.size()) {
                    break;
                }
                parts = Math.min(current.size(), parts * 2);
            } else {
                parts = current.size() - smaller.size() < smaller.size() ? Math.max(parts - 1, 2) : 2;
                current = smaller;
            }
        }
        return current.size() == 1 && passes.test(List.of()) ? List.of() : current;
    }

    /** One part that suffices, or all but one part; null when neither passes. */
    private static <T> List<T> smaller(List<T> current, int parts, Predicate<List<T>> passes) {
        int count = Math.min(parts, current.size());
        for (boolean complement : new boolean[] {false, true}) {
            if (complement && count == 2) {
                break;
            }
            for (int i = 0; i < count; i++) {
                int from = current.size() * i / count;
                int to = current.size() * (i + 1) / count;
                List<T> candidate = new ArrayList<>(current.subList(from, to));
                if (complement) {
                    candidate = new ArrayList<>(current.subList(0, from));
                    candidate.addAll(current.subList(to, current.size()));
                }
                if (passes.test(candidate)) {
                    return candidate;
                }
            }
        }
        return null;
    }
}
