package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;

/** What one method's probes store and where: the answer to every question of the inserter. */
final class MethodProbes {
    /** HotSpot compiles no longer method, unless told to ({@code DontCompileHugeMethods}). */
    private static final int HUGE = 8_000;

    /** Indices of more bytes would lengthen the probes. */
    private static final int MAX_CELL = 255;

    final MethodLayout layout;
    final Placement placement;
    final String chunkName;
    final int base;

    /** Whether probes ask for their thread's array. */
    final boolean scoped;

    /** The local that has the thread's cell while the method runs; -1 when each probe finds the cell itself. */
    final int cell;

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
        this.cell = scoped && holdsCell(layout, placement) ? layout.maxLocals : -1;
        this.entrySlot = from < to ? from : plan.slots();
        this.lines = plan.lines;
        this.from = from;
        this.to = to;
    }

    /** Worth it for two probes and more in what runs more than once, and where nothing gets too long by it. */
    private static boolean holdsCell(MethodLayout layout, Placement placement) {
        int probes = 2 * layout.entries.length; // a line that begins with a jump may have two
        return placement == Placement.LINES
                && layout.entries.length > 1
                && !"<clinit>".equals(layout.name)
                && layout.maxLocals <= MAX_CELL
                && layout.codeLength + (probes + 1) * ProbeInserter.CELL_PROBE_BYTES <= HUGE;
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
