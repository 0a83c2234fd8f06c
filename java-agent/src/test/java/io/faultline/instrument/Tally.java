package io.faultline.instrument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of a run over many classes: instrumented, refused by reason, linked, broken by us. */
final class Tally {
    int instrumented;
    int linked;
    int unlinkable;
    long bytesBefore;
    long bytesAfter;
    long nanos;
    final Map<String, Integer> refused = new TreeMap<>();

    /** Failures that the original class does not give, with the class's name. */
    final List<String> broken = new ArrayList<>();

    /** The class with probes, or null when it is refused. */
    byte[] instrument(byte[] original, int chunk, Probes probes) {
        long start = System.nanoTime();
        try {
            ClassPlan plan = Instrumenter.plan(original);
            byte[] bytes = Instrumenter.instrument(original, plan, 1, chunk, 0, probes == Probes.SCOPED);
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

    void add(Tally other) {
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
        return instrumented + refused.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        return String.format(
                "%d classes: %d instrumented (%+.1f %% bytes, %d us each), refused %s;"
                        + " %d linked, %d not linkable as they are, %d broken",
                seen(),
                instrumented,
                100.0 * (bytesAfter - bytesBefore) / Math.max(1, bytesBefore),
                nanos / 1000 / Math.max(1, seen()),
                refused,
                linked,
                unlinkable,
                broken.size());
    }
}
