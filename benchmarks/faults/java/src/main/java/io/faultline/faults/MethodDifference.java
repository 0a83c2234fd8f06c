package io.faultline.faults;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * Where a method of the earlier release differs from its counterpart in the later one.
 *
 * <p>Instructions without a counterpart differ, and so do those that touch another variable or go elsewhere. Where
 * instructions were only inserted, their neighbours stand for them: the line that they belong to, where the inserted
 * ones are part of one that was there before, else the lines before and after.
 */
final class MethodDifference {
    final Matching matching;
    private final Code a;
    private final Code b;
    private final Set<Integer> differing = new TreeSet<>();

    MethodDifference(Code a, Code b) {
        this.a = a;
        this.b = b;
        this.matching = new Matching(a, b);
        for (int i = 0; i < a.size(); i++) {
            if (matching.after[i] < 0) {
                differing.add(i);
            }
        }
        otherVariables();
        otherTargets();
        insertions();
        if (differing.isEmpty()) {
            otherHandlers();
        }
    }

    /** Numbers of instructions of the earlier release. */
    Set<Integer> differing() {
        return differing;
    }

    /** Variables are joined by how often they are met at the same place; who disagrees with the majority differs. */
    private void otherVariables() {
        Map<String, Map<String, Integer>> met = new HashMap<>();
        for (int i = 0; i < a.size(); i++) {
            String variable = a.variable(i);
            if (variable != null && matching.after[i] >= 0) {
                Map<String, Integer> others = met.computeIfAbsent(variable, k -> new HashMap<>());
                others.merge(b.variable(matching.after[i]), 1, Integer::sum);
            }
        }
        for (int i = 0; i < a.size(); i++) {
            String variable = a.variable(i);
            if (variable != null && matching.after[i] >= 0) {
                Map<String, Integer> others = met.get(variable);
                int times = others.get(b.variable(matching.after[i]));
                if (others.values().stream().anyMatch(count -> count > times)) {
                    differing.add(i);
                }
            }
        }
    }

    private void otherTargets() {
        for (int i = 0; i < a.size(); i++) {
            int counterpart = matching.after[i];
            if (counterpart < 0) {
                continue;
            }
            List<LabelNode> targets = Operands.targets(a.instructions.get(i));
            List<LabelNode> others = Operands.targets(b.instructions.get(counterpart));
            for (int t = 0; t < targets.size(); t++) {
                if (place(targets.get(t)) != placeAfter(others.get(t))) {
                    differing.add(i);
                }
            }
        }
    }

    /** The first instruction at or after a label that has a counterpart, as the number of that one. */
    private int place(LabelNode label) {
        int at = a.position(label);
        while (at < a.size() && matching.after[at] < 0) {
            at++;
        }
        return at < a.size() ? matching.after[at] : b.size();
    }

    private int placeAfter(LabelNode label) {
        int at = b.position(label);
        while (at < b.size() && matching.before[at] < 0) {
            at++;
        }
        return at;
    }

    private void insertions() {
        int end;
        for (int start = 0; start < b.size(); start = end) {
            end = start + 1;
            if (matching.before[start] >= 0) {
                continue;
            }
            while (end < b.size() && matching.before[end] < 0) {
                end++;
            }
            int previous = start == 0 ? -1 : matching.before[start - 1];
            int next = end == b.size() ? a.size() : matching.before[end];
            if (next == previous + 1) {
                insertion(start, end, previous, next);
            }
        }
    }

    /** Instructions {@code start..end} of the later release stand between two neighbours of the earlier one. */
    private void insertion(int start, int end, int previous, int next) {
        List<Integer> inserted = b.lines.subList(start, end);
        boolean ofPrevious = previous >= 0 && inserted.contains(b.lines.get(start - 1));
        boolean ofNext = next < a.size() && inserted.contains(b.lines.get(end));
        boolean ofNeither = !ofPrevious && !ofNext;
        if (previous >= 0 && (ofPrevious || ofNeither)) {
            differing.add(previous);
        }
        if (next < a.size() && (ofNext || ofNeither)) {
            differing.add(next);
        }
    }

    /** Only where nothing else differs: another type of exception, or another range, has no instruction. */
    private void otherHandlers() {
        Set<String> others = new TreeSet<>();
        for (TryCatchBlockNode block : b.handlers) {
            others.add(block.type + ' ' + placeAfter(block.start) + ' ' + placeAfter(block.end) + ' '
                    + placeAfter(block.handler));
        }
        for (TryCatchBlockNode block : a.handlers) {
            String text = block.type + ' ' + place(block.start) + ' ' + place(block.end) + ' ' + place(block.handler);
            if (!others.contains(text) && a.position(block.handler) < a.size()) {
                differing.add(a.position(block.handler));
            }
        }
    }
}
