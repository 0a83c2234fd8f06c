package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;

/** What one method's probes store and where: the answer to every question of the inserter. */
final class MethodProbes {
    final MethodLayout layout;
    final Placement placement;
    final String chunkName;
    final int base;

    /** Whether probes ask for their thread's array. */
    final boolean scoped;

    /** Slot of a probe at entry: the method's only line, or the class-touched slot. */
    final int entrySlot;

    private final int[] lines;
    private final int from;
    private final int to;

    /** Slots {@code from} (inclusive) to {@code to} (exclusive) of {@code plan} are the method's. */
    MethodProbes(
            MethodLayout layout,
            Placement placement,
            String chunkName,
            int base,
            boolean scoped,
            ClassPlan plan,
            int from,
            int to) {
        this.layout = layout;
        this.placement = placement;
        this.chunkName = chunkName;
        this.base = base;
        this.scoped = scoped;
        this.entrySlot = from < to ? from : plan.slots();
        this.lines = plan.lines;
        this.from = from;
        this.to = to;
    }

    /** The slot of {@code line}. Cost: O(log lines). */
    int slotOf(int line) {
        int slot = Arrays.binarySearch(lines, from, to, line);
        if (slot < 0) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return slot;
    }
}
