package io.faultline.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts over many classes: instrumented, refused by reason, linked, broken by probes. */
final class Tally {
    int instrumented;
    int linked;
    int unlinkable;

    /** Number of slots of conditions, switches and calls; number of methods with incomplete ones. */
    long outcomes;

    long left;
    long bytesBefore;
    long bytesAfter;
    long nanos;
    final Map<String, Integer> refused = new TreeMap<>();

    /** Failures that the original class does not have, with the class's name. */
    final List<String> broken = new ArrayList<>();

    /** Returns the class with probes, or null if it is refused. */
    byte[] instrument(byte[] original, int chunk, Probes probes) {
        long start = System.nanoTime();
        try {
            byte[] bytes = probed(original, chunk, probes);
            instrumented++;
            bytesBefore += original.length;
            bytesAfter += bytes.length;
            return bytes;
        } catch (Refused reason) {
            refused.merge(reason.getMessage(), 1, Integer::sum);
            return null;
        } finally {
            nanos += System.nanoTime() - start;
        }
    }

    private byte[] probed(byte[] original, int chunk, Probes probes) throws Refused {
        OpenClass open = OpenClass.read(original);
        if (probes.areRich()) {
            return rich(original, open.plan, chunk, probes.areScoped());
        }
        byte[] woven = probes.areWoven() ? Woven.of(original, open, chunk, probes.areScoped()) : null;
        return woven != null ? woven : Instrumenter.instrument(original, open.plan, 1, chunk, 0, probes.areScoped());
    }

    /** Adds outcomes of conditions, switches and calls, with hits after those of the lines. */
    private byte[] rich(byte[] original, ClassPlan plan, int chunk, boolean scoped) throws Refused {
        ElementPlan elements = ElementPlan.of(original, plan, true, true);
        try {
            byte[] bytes = Instrumenter.instrument(
                    original, plan, 1, chunk, 0, scoped, elements, chunk, (plan.slots() + 64) / 64 * 64);
            outcomes += elements.slots();
            left += elements.left();
            return bytes;
        } catch (Refused noRoom) {
            left++; // like the agent, keep the lines
            return Instrumenter.instrument(original, plan, 1, chunk, 0, scoped);
        }
    }

    void add(Tally other) {
        outcomes += other.outcomes;
        left += other.left;
        instrumented += other.instrumented;
        linked += other.linked;
        unlinkable += other.unlinkable;
        bytesBefore += other.bytesBefore;
        bytesAfter += other.bytesAfter;
        nanos += other.nanos;
        other.refused.forEach((reason, count) -> refused.merge(reason, count, Integer::sum));
        broken.addAll(other.broken);
    }

    int seen() {
        return instrumented
                + refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return String.format(
                "%d classes: %d instrumented (%+.1f %% bytes, %d us each), refused %s;"
                        + " %d linked, %d not linkable as they are, %d broken%s",
                seen(),
                instrumented,
                100.0 * (bytesAfter - bytesBefore) / Math.max(1, bytesBefore),
                nanos / 1000 / Math.max(1, seen()),
                refused,
                linked,
                unlinkable,
                broken.size(),
                outcomes == 0 ? "" : String.format("; %d outcomes, not all of %d methods", outcomes, left));
    }
}
