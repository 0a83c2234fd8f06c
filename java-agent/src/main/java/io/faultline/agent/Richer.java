package io.faultline.agent;

import io.faultline.agent.KnownClasses.Known;
import io.faultline.bridge.Core;
import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.ElementPlan;
import io.faultline.instrument.Instrumenter;
import io.faultline.instrument.Refused;
import io.faultline.instrument.Trampolines;
import io.faultline.runtime.HitChunks;
import io.faultline.runtime.HitChunks.Range;
import io.faultline.runtime.Scopes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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

    /** Methods that have lines only, though more was asked for. */
    private final AtomicLong left = new AtomicLong();

    Richer(boolean branches, boolean returns) {
        this.branches = branches;
        this.returns = returns;
    }

    private boolean isAsked() {
        return branches || returns;
    }

    /** Defines the class that outcomes are told. Gives a sentence where that cannot be. */
    String prepare() throws IOException {
        if (!isAsked()) {
            return null;
        }
        byte[] pattern;
        try (InputStream in = ClassLoader.getSystemResourceAsStream(Trampolines.outcomesResource())) {
            if (in == null) {
                return "the agent's jar lacks a part that elements= needs: " + Trampolines.outcomesResource();
            }
            pattern = bytes(in);
        }
        return Core.defineBootClass(Trampolines.outcomesName(), Trampolines.outcomes(pattern)) == null
                ? "the JVM refused a class that elements= needs: " + Core.trouble()
                : null;
    }

    private static byte[] bytes(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] some = new byte[4096];
        for (int read = in.read(some); read >= 0; read = in.read(some)) {
            all.write(some, 0, read);
        }
        return all.toByteArray();
    }

    /** Plans the outcomes of a class that was just numbered, from the bytes that are to be changed. */
    void plan(Known added, byte[] classFile, ClassPlan plan, KnownClasses known, HitChunks chunks) {
        if (!isAsked()) {
            return;
        }
        try {
            ElementPlan elements = ElementPlan.of(classFile, plan, branches, returns);
            left.addAndGet(elements.left());
            if (elements.slots() == 0) {
                return;
            }
            // Tried before anything is told: there may be no room for all the constants.
            Instrumenter.instrument(classFile, plan, added.id, 0, 0, false, elements, 0, 0);
            Range range = chunks.allocate(elements.slots() + 1);
            if (range != null) {
                known.addElements(added, elements, range);
                Scopes.addClass(added.elementId, range.chunk, range.base + elements.slots());
            }
        } catch (Refused refused) {
            left.incrementAndGet();
        }
    }

    /** Tells the core of them, behind the class. */
    void tell(Known added) {
        if (added.elements != null) {
            Range range = added.elementRange;
            Core.addElements(
                    added.elementId, added.id, range.chunk, range.base, added.elements.table(), added.elements.names());
        }
    }

    /** The class with probes at its lines and outcomes; null where it has lines only. */
    byte[] instrument(byte[] classFile, ClassPlan plan, Known known, boolean scoped) {
        if (known.elements == null) {
            return null;
        }
        try {
            ElementPlan now = ElementPlan.of(classFile, plan, branches, returns);
            if (!now.means(known.elements)) {
                return null; // replaced by something with other jumps and calls
            }
            return Instrumenter.instrument(
                    classFile,
                    plan,
                    known.id,
                    known.range.chunk,
                    known.range.base,
                    scoped,
                    now,
                    known.elementRange.chunk,
                    known.elementRange.base);
        } catch (Refused refused) {
            return null;
        }
    }

    /** How many methods, or whole classes, have lines only though more was asked for. */
    long left() {
        return left.get();
    }
}
