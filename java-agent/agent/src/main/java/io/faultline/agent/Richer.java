package io.faultline.agent;

import io.faultline.agent.KnownClasses.Known;
import io.faultline.agent.KnownClasses.Outcomes;
import io.faultline.bridge.Core;
import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.ElementPlan;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import io.faultline.instrument.Trampolines;
import io.faultline.runtime.HitChunks;
import io.faultline.runtime.HitChunks.Range;
import io.faultline.runtime.Paths;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Elements besides lines, where the options ask for them: what conditions, switches and calls came to.
 *
 * <p>They have a range of hits and a number of their own, as a class has, so whoever captures, tells threads apart or sets
 * hits aside does the same for them. Where they cannot be had, a class or a method has its lines only, and is counted.
 */
final class Richer {
    private final boolean branches;
    private final boolean returns;

    /** Methods and classes of which not all that was asked for is recorded. */
    private final AtomicLong left = new AtomicLong();

    Richer(boolean branches, boolean returns) {
        this.branches = branches;
        this.returns = returns;
    }

    private boolean isAsked() {
        return branches || returns;
    }

    /** Defines the class that outcomes are told. Gives a sentence where that cannot be. */
    String prepare() throws IOException, ReflectiveOperationException {
        if (!isAsked()) {
            return null;
        }
        byte[] pattern = OwnFiles.read(Trampolines.outcomesResource());
        if (pattern == null) {
            return "the agent's jar lacks a part that elements= needs: " + Trampolines.outcomesResource();
        }
        Class<?> outcomes = Core.defineBootClass(Trampolines.outcomesName(), Trampolines.outcomes(pattern));
        if (outcomes == null) {
            return "the JVM refused a class that elements= needs: " + Core.trouble();
        }
        outcomes.getMethod("prepare").invoke(null);
        if (branches) {
            outcomes.getField("paths").set(null, new Paths());
        }
        return null;
    }

    /** Plans the outcomes of a class, from the bytes that are to be changed; null where it has lines only. */
    Outcomes plan(byte[] classFile, ClassPlan plan, HitChunks chunks) {
        if (!isAsked()) {
            return null;
        }
        try {
            ElementPlan elements = ElementPlan.of(classFile, plan, branches, returns);
            left.addAndGet(elements.left());
            if (elements.slots() == 0) {
                return null;
            }
            // Tried before anything is told: there may be no room for all the constants.
            Instrumenter.instrument(classFile, plan, Short.MAX_VALUE, 0, 0, true, elements, Short.MAX_VALUE, 0);
            Range range = chunks.allocate(elements.slots() + 1);
            if (range != null) {
                return new Outcomes(elements, range);
            }
        } catch (Refused refused) {
            // Counted.
        }
        left.incrementAndGet();
        return null;
    }

    /** Tells the core of them, behind the class. */
    void tell(Known added) {
        Outcomes outcomes = added.outcomes;
        if (outcomes != null) {
            Range range = outcomes.range;
            Core.addElements(outcomes.id(), added.id, range.chunk, range.base, outcomes.plan.table(), outcomes.plan.names());
        }
    }

    /** The class with probes at its lines and outcomes; null where it has lines only. */
    byte[] instrument(byte[] classFile, ClassPlan plan, Known known, boolean scoped) {
        Outcomes outcomes = known.outcomes;
        if (outcomes == null) {
            return null;
        }
        try {
            ElementPlan now = ElementPlan.of(classFile, plan, branches, returns);
            if (now.means(outcomes.plan)) {
                return Instrumenter.instrument(
                        classFile,
                        plan,
                        known.id,
                        known.range.chunk,
                        known.range.base,
                        scoped,
                        now,
                        outcomes.range.chunk,
                        outcomes.range.base);
            }
        } catch (Refused refused) {
            // Counted.
        }
        left.incrementAndGet(); // replaced by something with other jumps and calls
        return null;
    }

    /** Of how many methods, or whole classes, not all is recorded that was asked for. */
    long left() {
        return left.get();
    }
}
