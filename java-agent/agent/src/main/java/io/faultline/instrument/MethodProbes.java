package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;

/** The slots marked by a method's probes, and their emitter. */
final class MethodProbes {
    final MethodLayout layout;
    final Placement placement;
    final Emitter emitter;

    /** Slot of a probe at entry: the method's only line, or the class-touched slot. */
    final int entrySlot;

    /** Inspects outcomes; null if only lines are recorded. */
    MethodElements elements;

    /** Whether the class has frames, and whether they must be expanded. */
    boolean withFrames;

    boolean expanded;

    private final ClassPlan plan;
    private final int[] lines;
    private final int from;
    private final int to;

    /** The probes for which there is room; null if there is room for all. */
    private final SparseProbes sparse;

    /** Slots {@code from} (inclusive) to {@code to} (exclusive) of {@code plan} are the method's. */
    MethodProbes(MethodLayout layout, Placement placement, Emitter emitter, ClassPlan plan, int from, int to) {
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

    /** Returns one probe at each line entry; the slot of a line is its index in {@code lines}. */
    static MethodProbes ofAllLines(MethodLayout layout, int[] lines, Emitter emitter) {
        return new MethodProbes(layout, Placement.SPARSE, emitter, null, lines, 0, lines.length, null);
    }

    /** Returns these probes restricted to those with room. */
    MethodProbes sparse(SparseProbes room) {
        return new MethodProbes(layout, placement, emitter, plan, lines, from, to, room);
    }

    boolean isSparse() {
        return sparse != null;
    }

    /** Returns the slots to mark at a line entry with this number, ascending. */
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

    /** Returns the slot of {@code line}, or -1 if it is not recorded. Cost: O(log lines). */
    int slotOf(int line) {
        int slot = sparse != null
                ? Arrays.binarySearch(sparse.lines, line) // the index of the line, not its slot
                : Arrays.binarySearch(lines, from, to, line);
        if (slot < 0 && !layout.onlySome) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return Math.max(slot, -1);
    }
}
