package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;

/** Which slots one method's probes mark, and who writes them: the answer to every question of the inserter. */
final class MethodProbes {
    final MethodLayout layout;
    final Placement placement;
    final Emitter emitter;

    /** Slot of a probe at entry: the method's only line, or the class-touched slot. */
    final int entrySlot;

    /** What looks at outcomes; null where only lines are recorded. */
    MethodElements elements;

    /** Whether the class has frames; and whether they come, and so must go, expanded. */
    boolean withFrames;

    boolean expanded;

    private final ClassPlan plan;
    private final int[] lines;
    private final int from;
    private final int to;

    /** Which probes there is room for; null where there is for all. */
    private final SparseProbes sparse;

    /** Slots {@code from} (inclusive) to {@code to} (exclusive) of {@code plan} are the method's. */
    MethodProbes(
            MethodLayout layout,
            Placement placement,
            Emitter emitter,
            ClassPlan plan,
            int from,
            int to) {
        this(layout, placement, emitter.of(layout, placement), plan, plan.lines, from, to, null);
    }

    private MethodProbes(
            MethodLayout layout,
            Placement placement,
            Emitter emitter,
            ClassPlan plan,
            int[] lines,
            int from,
            int to,
            SparseProbes sparse) {
        this.layout = layout;
        this.placement = placement;
        this.emitter = emitter;
        this.entrySlot = from < to || plan == null ? from : plan.slots();
        this.plan = plan;
        this.lines = lines;
        this.from = from;
        this.to = to;
        this.sparse = sparse;
    }

    /** One probe at each line entry, where the slot of a line is its index in {@code lines}. */
    static MethodProbes ofAllLines(MethodLayout layout, int[] lines, Emitter emitter) {
        return new MethodProbes(layout, Placement.SPARSE, emitter, null, lines, 0, lines.length, null);
    }

    /** These, of which only some there is room for. */
    MethodProbes sparse(SparseProbes room) {
        return new MethodProbes(layout, placement, emitter, plan, lines, from, to, room);
    }

    boolean isSparse() {
        return sparse != null;
    }

    /** The slots to mark at the place of that number where a line is entered, ascending. */
    int[] slotsAt(int place) {
        int[] at = sparse.linesAt(place);
        int count = 0;
        for (int line : at) {
            int slot = Arrays.binarySearch(lines, from, to, line);
            if (slot >= 0) {
                at[count++] = slot;
            }
        }
        return Arrays.copyOf(at, count);
    }

    /** The slot of {@code line}, or -1 of one that is not recorded. Cost: O(log lines). */
    int slotOf(int line) {
        int slot = sparse != null
                ? Arrays.binarySearch(sparse.lines, line) // the place counts, not the slot
                : Arrays.binarySearch(lines, from, to, line);
        if (slot < 0 && !layout.onlyCopies) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return Math.max(slot, -1);
    }
}
