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
            String chunkName,
            int base,
            boolean scoped,
            ClassPlan plan,
            int from,
            int to) {
        this(layout, placement, chunkName, base, scoped, plan, plan.lines, from, to, null);
    }

    private MethodProbes(
            MethodLayout layout,
            Placement placement,
            String chunkName,
            int base,
            boolean scoped,
            ClassPlan plan,
            int[] lines,
            int from,
            int to,
            SparseProbes sparse) {
        this.layout = layout;
        this.placement = placement;
        this.chunkName = chunkName;
        this.base = base;
        this.scoped = scoped;
        this.cell = scoped && holdsCell(layout, placement) ? layout.maxLocals : -1;
        this.entrySlot = from < to || plan == null ? from : plan.slots();
        this.plan = plan;
        this.lines = lines;
        this.from = from;
        this.to = to;
        this.sparse = sparse;
    }

    /** One probe at each line entry, where the slot of a line is its index in {@code lines}. */
    static MethodProbes ofAllLines(MethodLayout layout, int[] lines) {
        return new MethodProbes(layout, Placement.SPARSE, null, 0, false, null, lines, 0, lines.length, null);
    }

    /** These, of which only some there is room for. */
    MethodProbes sparse(SparseProbes room) {
        return new MethodProbes(layout, placement, chunkName, base, scoped, plan, lines, from, to, room);
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
        if (sparse != null) {
            return Arrays.binarySearch(sparse.lines, line); // the place counts, not the slot
        }
        int slot = Arrays.binarySearch(lines, from, to, line);
        if (slot < 0) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return slot;
    }
}
