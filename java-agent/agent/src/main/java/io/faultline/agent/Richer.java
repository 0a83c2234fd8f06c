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
 * Instruments elements besides lines, if requested: outcomes of conditions, switches and calls.
 *
 * <p>They have a separate range of hits and a number, as a class has, so captures, scoping and setting hits aside apply
 * to them too. If a class or method cannot have them, it has only lines and is counted.
 */
final class Richer {
    private final boolean branches;
    private final boolean returns;

    /** Number of methods and classes with incomplete outcomes. */
    private final AtomicLong left = new AtomicLong();

    Richer(boolean branches, boolean returns) {
        this.branches = branches;
        this.returns = returns;
    }

    private boolean isAsked() {
        return branches || returns;
    }

    /** Defines the class that receives outcomes. Returns a sentence on failure. */
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

    /** Plans the outcomes of a class from the bytes to be instrumented; null if it has only lines. */
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
            // Try first, before the core is told: the constants may not fit.
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

    /** Registers the outcomes with the core, after the class. */
    void tell(Known added) {
        Outcomes outcomes = added.outcomes;
        if (outcomes != null) {
            Range range = outcomes.range;
            Core.addElements(
                    outcomes.id(), added.id, range.chunk, range.base, outcomes.plan.table(), outcomes.plan.names());
        }
    }

    /** Instruments lines and outcomes of a class; null if it can have only lines. */
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
        left.incrementAndGet(); // replaced by a version with other jumps and calls
        return null;
    }

    /** Returns the number of methods and classes with incomplete outcomes. */
    long left() {
        return left.get();
    }
}
