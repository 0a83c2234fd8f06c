package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/*
 * Mutant schemata [1]: all mutants of a class are compiled into it at once, and a number selects the active one at run
 * time. An instruction that produces a value becomes one static call, which computes the value under the active mutant.
 * This adds no jump, so the class needs no new frame. Only skipped code (calls, assignments, returned references) needs
 * a branch. Its frames derive from those of the class file, interpreted through straight code, so no common superclass
 * is needed and no application class is loaded or read.
 *
 * A method is limited to 65535 bytes and a constant pool to 65535 entries. If the mutants do not fit, the later half of
 * the sites of the method (or class) is dropped, repeatedly, until the rest fits. Dropped sites form the next part,
 * which another JVM weaves, and so on. Mutant numbers do not depend on the part.
 *
 * [1] Untch, Offutt, Harrold: Mutation analysis using mutant schemata, 1993.
 */
/**
 * Adds mutants, fuel and exit interception to class files.
 *
 * <p>Deterministic: the same arguments give the same bytes. Loads no class, reads no property, does no I/O. Threads:
 * safe. Cost: two passes over the class, more if it grows too large.
 */
public final class Schemata {
    /** Upper bound on the stack space that a site adds: two longs and an int. */
    private static final int STACK = 6;

    /** Space for the argument that replaces a result. */
    private static final int VARIABLES = 2;

    private final byte[] classFile;
    private final byte[] compiled;
    private final ClassReader reader;
    private final boolean fuel;
    private final Set<String> asserting;

    private Schemata(byte[] classFile, byte[] compiled, boolean fuel, Set<String> asserting) {
        this.classFile = classFile;
        this.compiled = compiled;
        this.reader = new ClassReader(classFile);
        this.fuel = fuel;
        this.asserting = asserting;
    }

    /**
     * Adds all mutants on {@code lines}, and fuel to loops if {@code fuel} is set.
     *
     * <p>Errors: {@link RuntimeException} if the bytes are not a class file.
     */
    public static Woven weave(byte[] classFile, int classNumber, BitSet lines, boolean fuel) {
        return weave(classFile, classNumber, lines, fuel, 0, Collections.emptySet());
    }

    /**
     * Adds the mutants that do not fit into the parts before {@code part}, which is counted from 0.
     *
     * @param asserting see {@link Asserting#methods}
     */
    public static Woven weave(
            byte[] classFile, int classNumber, BitSet lines, boolean fuel, int part, Set<String> asserting) {
        return weave(classFile, classFile, classNumber, lines, fuel, part, asserting);
    }

    /**
     * Adds mutants of the class file {@code compiled}, with its numbers, to what a tool made of it as the class was loaded:
     * those whose code is still there.
     */
    public static Woven weave(
            byte[] classFile,
            byte[] compiled,
            int classNumber,
            BitSet lines,
            boolean fuel,
            int part,
            Set<String> asserting) {
        Schemata schemata = new Schemata(classFile, compiled, fuel, asserting);
        Set<Integer> taken = new HashSet<>();
        Woven woven = schemata.weave(classNumber, lines, taken);
        for (int before = 0; before < part; before++) {
            woven.mutants.forEach(mutant -> taken.add(mutant.number));
            woven = schemata.weave(classNumber, lines, taken);
        }
        return woven;
    }

    /** Adds only exit interception and, if requested, fuel; null if nothing changes. */
    public static byte[] plain(byte[] classFile, boolean fuel) {
        return new Schemata(classFile, classFile, fuel, Collections.emptySet()).plain();
    }

    private byte[] plain() {
        boolean exits = Exits.areNamed(reader);
        if (!fuel && !exits) {
            return null;
        }
        ClassNode type = read(reader, 0);
        boolean changed = false;
        for (MethodNode method : type.methods) {
            changed |= exits && Exits.divert(method);
            changed |= fuel && Loops.burn(method);
        }
        try {
            return changed ? write(type) : null;
        } catch (ClassTooLargeException | MethodTooLargeException full) {
            return null;
        }
    }

    private Woven weave(int classNumber, BitSet lines, Set<Integer> taken) {
        Set<Integer> left = new HashSet<>();
        while (true) {
            ClassNode type = read(reader, ClassReader.EXPAND_FRAMES);
            Sites sites = sitesOf(type);
            BitSet deciding = Asserting.methods(type, asserting);
            Set<String> decided = new LinkedHashSet<>();
            List<Sites.Site> kept = new ArrayList<>();
            int dropped = 0;
            for (Sites.Site site : sites.all) {
                if (taken.contains(site.first)) {
                    continue;
                }
                if (deciding.get(site.method)) {
                    if (lines.get(site.line)) {
                        decided.add(sites.reported[2 * site.origin]);
                    }
                    continue;
                }
                if (left.contains(site.first)) {
                    dropped += lines.get(site.line) ? site.alternatives() : 0;
                } else if (lines.get(site.line)) {
                    kept.add(site);
                }
            }
            int full;
            try {
                byte[] bytes = write(type, kept, classNumber);
                return new Woven(bytes, classNumber, ClassHash.of(compiled), sites, mutants(kept), dropped, decided);
            } catch (MethodTooLargeException tooLarge) {
                full = indexOf(type, tooLarge);
            } catch (ClassTooLargeException tooLarge) {
                full = -1;
            }
            if (!dropHalf(kept, full, left)) {
                throw new IllegalStateException("no room even without mutants");
            }
        }
    }

    private Sites sitesOf(ClassNode type) {
        if (compiled == classFile) {
            return Sites.of(type);
        }
        return Sites.of(type, Sites.of(read(new ClassReader(compiled), ClassReader.EXPAND_FRAMES)));
    }

    private static int indexOf(ClassNode type, MethodTooLargeException full) {
        // The initialiser itself has no mutants; they are in its repeatable copy.
        String name = full.getMethodName().equals("<clinit>") ? Repeatable.NAME : full.getMethodName();
        for (int i = 0; i < type.methods.size(); i++) {
            MethodNode method = type.methods.get(i);
            if (method.name.equals(name) && method.desc.equals(full.getDescriptor())) {
                return i;
            }
        }
        throw new IllegalStateException("no such method");
    }

    /**
     * Drops the later half of the sites in the method, or in the class if {@code method} is -1. Returns false if there
     * were none.
     */
    private static boolean dropHalf(List<Sites.Site> kept, int method, Set<Integer> left) {
        List<Sites.Site> there = new ArrayList<>();
        for (Sites.Site site : kept) {
            if (method < 0 || site.method == method) {
                there.add(site);
            }
        }
        for (Sites.Site site : there.subList(there.size() / 2, there.size())) {
            left.add(site.first);
        }
        return !there.isEmpty();
    }

    private static ClassNode read(ClassReader reader, int flags) {
        ClassNode type = new ClassNode();
        reader.accept(type, flags);
        return type;
    }

    private byte[] write(ClassNode type, List<Sites.Site> kept, int classNumber) {
        boolean exits = Exits.areNamed(reader);
        for (MethodNode method : type.methods) {
            if (exits) {
                Exits.divert(method);
            }
            if (fuel) {
                Loops.burn(method);
            }
        }
        Set<Integer> grown = new HashSet<>();
        for (Sites.Site site : kept) {
            MethodNode method = type.methods.get(site.method);
            if (Repeatable.isOne(method)) {
                Repeatable.open(type, method);
                if (fuel) {
                    Loops.burn(method);
                }
            }
            site.change.weave(site.place, io.faultline.mutants.boot.Site.mutant(classNumber, site.first));
            grown.add(site.method);
        }
        for (int index : grown) {
            MethodNode method = type.methods.get(index);
            method.maxStack += STACK;
            method.maxLocals += VARIABLES;
        }
        return write(type);
    }

    private byte[] write(ClassNode type) {
        ClassWriter writer = new SealedWriter(reader);
        type.accept(writer);
        return writer.toByteArray();
    }

    private static List<Mutant> mutants(List<Sites.Site> kept) {
        List<Mutant> mutants = new ArrayList<>();
        for (Sites.Site site : kept) {
            for (int i = 0; i < site.alternatives(); i++) {
                mutants.add(new Mutant(
                        site.first + i,
                        site.origin,
                        site.line,
                        site.instruction,
                        site.operator.code,
                        i,
                        site.change.words[i]));
            }
        }
        return mutants;
    }

    /** Makes requests for a common superclass fail, so that no class is loaded by accident. */
    private static final class SealedWriter extends ClassWriter {
        SealedWriter(ClassReader reader) {
            super(reader, 0);
        }

        @Override
        protected String getCommonSuperClass(String type1, String type2) {
            throw new UnsupportedOperationException();
        }
    }
}
