package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/*
 * Mutant schemata [1]: all mutants of a class are compiled into it at once, and a number chooses the active one while the program
 * runs. An instruction that makes a value becomes one static call, which computes what the active mutant makes of it; so there is
 * no jump, and the class needs no new frame. Only what is left out (calls, assignments, references that are returned) needs a
 * choice in the code. Its frames come from those that the class file has, followed through straight code: no common superclass is
 * asked for, so no class of the application is loaded or read.
 *
 * A method ends at 65535 bytes and a constant pool at 65535 entries. Where mutants do not fit, the later half of the sites of the
 * method (of the class) is left out, and again, until the rest fits. What is left out is the next part, which another JVM weaves, and
 * so on. Numbers stay as they are.
 *
 * [1] Untch, Offutt, Harrold: Mutation analysis using mutant schemata, 1993.
 */
/**
 * Puts mutants, fuel and caught exits into class files.
 *
 * <p>Deterministic: the same arguments give the same bytes. Loads no class, reads no property, does no input or output.
 * Threads: safe from any number of them. Cost: two passages of the class, more where it grows too large.
 */
public final class Schemata {
    /** More than any site has on the stack beside what was there: two longs and an int. */
    private static final int STACK = 6;

    /** The argument that takes the place of a result is put aside. */
    private static final int VARIABLES = 2;

    private final byte[] classFile;
    private final ClassReader reader;
    private final boolean fuel;

    private Schemata(byte[] classFile, boolean fuel) {
        this.classFile = classFile;
        this.reader = new ClassReader(classFile);
        this.fuel = fuel;
    }

    /**
     * The class with all mutants on {@code lines}; with {@code fuel} it burns some in loops.
     *
     * <p>Errors: {@link RuntimeException} when the bytes are no class file.
     */
    public static Woven weave(byte[] classFile, int classNumber, BitSet lines, boolean fuel) {
        return weave(classFile, classNumber, lines, fuel, 0);
    }

    /** Likewise, with the mutants for which the parts before this one, counted from 0, have no room. */
    public static Woven weave(byte[] classFile, int classNumber, BitSet lines, boolean fuel, int part) {
        Schemata schemata = new Schemata(classFile, fuel);
        Set<Integer> taken = new HashSet<>();
        Woven woven = schemata.weave(classNumber, lines, taken);
        for (int before = 0; before < part; before++) {
            woven.mutants.forEach(mutant -> taken.add(mutant.number));
            woven = schemata.weave(classNumber, lines, taken);
        }
        return woven;
    }

    /** The class without mutants: with fuel, if wanted, and caught exits; null when there is nothing to put in. */
    public static byte[] plain(byte[] classFile, boolean fuel) {
        return new Schemata(classFile, fuel).plain();
    }

    private byte[] plain() {
        boolean exits = Exits.areNamed(reader);
        if (!fuel && !exits) {
            return null;
        }
        ClassNode type = read(0);
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
            ClassNode type = read(ClassReader.EXPAND_FRAMES);
            Sites sites = Sites.of(type);
            List<Sites.Site> kept = new ArrayList<>();
            int dropped = 0;
            for (Sites.Site site : sites.all) {
                if (taken.contains(site.first)) {
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
                return new Woven(bytes, classNumber, ClassHash.of(classFile), sites, mutants(kept), dropped);
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

    private static int indexOf(ClassNode type, MethodTooLargeException full) {
        // That of the class has no mutants, but what makes the other one known.
        String name = full.getMethodName().equals("<clinit>") ? Repeatable.NAME : full.getMethodName();
        for (int i = 0; i < type.methods.size(); i++) {
            MethodNode method = type.methods.get(i);
            if (method.name.equals(name) && method.desc.equals(full.getDescriptor())) {
                return i;
            }
        }
        throw new IllegalStateException("no such method");
    }

    /** The later half of the sites in the method, or with -1 in the class, goes. Whether there was any. */
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

    private ClassNode read(int flags) {
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
                mutants.add(
                        new Mutant(
                                site.first + i,
                                site.method,
                                site.line,
                                site.instruction,
                                site.operator.code,
                                i,
                                site.change.words[i]));
            }
        }
        return mutants;
    }

    /** A writer that cannot load classes by mistake: nothing here may ask for a common superclass. */
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
