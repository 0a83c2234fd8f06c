package io.faultline.agent;

import io.faultline.agent.KnownClasses.Known;
import io.faultline.bridge.Core;
import io.faultline.instrument.ClassDetails;
import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.OpenClass;
import io.faultline.instrument.Refused;
import io.faultline.instrument.SourceMap;
import io.faultline.runtime.HitChunks;
import io.faultline.runtime.HitChunks.Range;
import io.faultline.runtime.Scopes;
import java.util.HashMap;
import java.util.Map;

/**
 * Registers classes with the core: their hit ranges, methods and lines, and references to other classes.
 *
 * <p>A class whose functions are inlined runs only as copies, so it is registered although it may never be loaded.
 *
 * <p>Threads: any. Two threads that register a class at the same time register equal data under two numbers.
 */
final class ToldClasses {
    private static final int[] NONE = {};

    /** In place of a number of lines: the class file names none of the method's. */
    private static final int LINES_UNKNOWN = 0;

    private final KnownClasses known;
    private final HitChunks chunks;
    private final Richer richer;
    private final Inlined inlined;

    ToldClasses(KnownClasses known, HitChunks chunks, Richer richer, Inlined inlined) {
        this.known = known;
        this.chunks = chunks;
        this.richer = richer;
        this.inlined = inlined;
    }

    /**
     * Reserves a number and a range of hits for a class; null if there is no room.
     *
     * @param rich the bytes whose outcomes are recorded too, if requested; or null
     */
    Known add(ClassLoader loader, ClassPlan plan, byte[] rich) {
        Range range = chunks.allocate(plan.slots() + 1);
        if (range == null) {
            return null;
        }
        Known added = known.add(loader, plan, range, rich == null ? null : richer.plan(rich, plan, chunks));
        Scopes.addClass(added.id, range.chunk, range.base + plan.slots());
        return added;
    }

    /** Registers a class that was {@link #add}ed, and the classes whose functions it inlined. Cost: may read files. */
    void tell(ClassLoader loader, Known added, Location location, OpenClass open) {
        ClassPlan plan = open.plan;
        Range range = added.range;
        Core.addClass(
                added.id,
                range.chunk,
                range.base,
                plan.name,
                plan.sourceFile,
                plan.hash,
                location.path,
                plan.methods,
                plan.lines,
                plan.owners);
        for (int method = 0; method < plan.lost.length; method++) {
            if (plan.lost[method] > 0) {
                Core.partlyRecorded(added.id, method, plan.lost[method]);
            } else if (plan.unlined[method]) {
                Core.partlyRecorded(added.id, method, LINES_UNKNOWN);
            }
        }
        richer.tell(added);
        describe(loader, added.id, open);
    }

    /**
     * Registers a class file's references to other classes, without which some initialisers count for fewer tests. This
     * completes the class, so the core writes it.
     */
    private void describe(ClassLoader loader, int id, OpenClass open) {
        ClassDetails details;
        try {
            details = open.details();
        } catch (RuntimeException unreadable) {
            Core.describeClass(id, null, new String[0], new int[0], new int[0], null);
            return;
        }
        Core.describeClass(id, details.superclass, details.owners, details.slots, details.used, details.debug);
        inlinedFrom(loader, details.inlined());
    }

    /**
     * Returns the lines, ascending, of each class of the project whose functions were inlined, by internal name.
     * Registers these classes, which may never be loaded.
     */
    Map<String, int[]> inlinedFrom(ClassLoader loader, SourceMap map) {
        Map<String, int[]> lines = new HashMap<>();
        if (map != null) {
            for (String origin : map.classes()) {
                int[] of = inlinedFrom(loader, origin);
                if (of.length > 0) {
                    lines.put(origin, of);
                }
            }
        }
        return lines;
    }

    private int[] inlinedFrom(ClassLoader loader, String origin) {
        int[] asked = inlined.get(loader, origin);
        if (asked != null) {
            return asked;
        }
        Inlined.Found found = inlined.find(loader, origin);
        int[] lines = found == null ? NONE : learn(loader, origin, found);
        inlined.put(loader, origin, lines);
        return lines;
    }

    /** Returns the lines of a class; empty if it cannot be recorded. */
    private int[] learn(ClassLoader loader, String origin, Inlined.Found found) {
        try {
            OpenClass open = OpenClass.read(found.classFile);
            int[] lines = open.plan.sortedLines();
            if (known.find(loader, open.plan) == null) {
                Known added = add(loader, open.plan, found.classFile);
                if (added == null) {
                    return NONE;
                }
                // Stored before registration, because classes may inline each other's functions.
                inlined.put(loader, origin, lines);
                tell(loader, added, found.location, open);
            }
            return lines;
        } catch (Refused refused) {
            return NONE;
        }
    }
}
