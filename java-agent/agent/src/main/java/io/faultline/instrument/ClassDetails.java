package io.faultline.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Details of a class file besides methods and lines: the classes whose initialisation it may trigger without running
 * their code, and the origins of inlined and translated lines.
 *
 * <p>Immutable. Cost of reading: one pass over the constants and, if these name a relevant field, over the
 * instructions; writes nothing.
 */
public final class ClassDetails {
    /** Source: JVMS 4.4. */
    private static final int CONSTANT_FIELD = 9;

    /** Packages whose classes are never recorded. */
    private static final String[] FOREIGN = {
        "java/", "javax/", "jdk/", "sun/", "com/sun/", "kotlin/", "scala/", "groovy/"
    };

    /** Binary name of the superclass; null if irrelevant. */
    public final String superclass;

    /** Binary names of other classes whose static fields it uses. */
    public final String[] owners;

    /** For each use the slot of its line. */
    public final int[] slots;

    /** For each use the index of the field's class in {@link #owners}. */
    public final int[] used;

    /** The map of inlined or translated lines to their files, or null: see {@link SourceMap}. */
    public final String debug;

    private ClassDetails(String superclass, Reader read) {
        this.superclass = superclass;
        this.owners = read.owners.keySet().toArray(new String[0]);
        this.slots = new int[read.uses.size()];
        this.used = new int[slots.length];
        for (int at = 0; at < slots.length; at++) {
            slots[at] = read.uses.get(at)[0];
            used[at] = read.uses.get(at)[1];
        }
        this.debug = read.debug;
    }

    /** Reads the details; {@code plan} must be that of the same bytes. */
    public static ClassDetails of(byte[] classFile, ClassPlan plan) {
        return of(new ClassReader(classFile), plan, true);
    }

    static ClassDetails of(ClassLayout layout, ClassPlan plan) {
        return of(layout.reader, plan, layout.hasDebugExtension);
    }

    private static ClassDetails of(ClassReader reader, ClassPlan plan, boolean mayHaveDebug) {
        Reader read = new Reader(reader.getClassName(), plan);
        // Fast path: most classes only name their own fields, so no instructions need to be read.
        if (mentionsFields(reader)) {
            reader.accept(read, ClassReader.SKIP_FRAMES);
        } else if (mayHaveDebug) {
            reader.accept(read, ClassReader.SKIP_CODE);
        }
        String above = reader.getSuperName();
        return new ClassDetails(above == null || isForeign(above) ? null : above.replace('/', '.'), read);
    }

    /** Whether an instruction may use a static field of another relevant class. */
    private static boolean mentionsFields(ClassReader reader) {
        String self = reader.getClassName();
        char[] text = new char[reader.getMaxStringLength()];
        for (int index = 1; index < reader.getItemCount(); index++) {
            int item = reader.getItem(index);
            if (item != 0 && reader.readByte(item - 1) == CONSTANT_FIELD) {
                String owner = reader.readClass(item, text);
                if (!owner.equals(self) && !isForeign(owner)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether there is nothing to record. */
    public boolean isEmpty() {
        return superclass == null && slots.length == 0 && debug == null;
    }

    /** Returns the origins of inlined functions; null if there are none. */
    public SourceMap inlined() {
        return debug == null ? null : SourceMap.of(debug);
    }

    /** Whether a class, given by internal name, is in a package that is never recorded. */
    public static boolean isForeign(String name) {
        for (String foreign : FOREIGN) {
            if (name.startsWith(foreign)) {
                return true;
            }
        }
        return false;
    }

    private static final class Reader extends ClassVisitor {
        private final String self;
        private final ClassPlan plan;
        private int method = -1;
        private int nextSlot;

        final Map<String, Integer> owners = new LinkedHashMap<>();

        /** Slot and owner, without duplicates. */
        final List<int[]> uses = new ArrayList<>();

        String debug;

        Reader(String self, ClassPlan plan) {
            super(Opcodes.ASM9);
            this.self = self;
            this.plan = plan;
        }

        @Override
        public void visitSource(String source, String smap) {
            boolean hasOrigins =
                    smap != null && (smap.contains(SourceMap.WRITTEN) || SourceMap.ofTranslated(smap) != null);
            debug = hasOrigins ? smap : null;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            if (!plan.isMethod(method + 1, name, descriptor)) {
                return null;
            }
            method++;
            int from = nextSlot;
            while (nextSlot < plan.owners.length && plan.owners[nextSlot] == method) {
                nextSlot++;
            }
            return from == nextSlot ? null : new Uses(from, nextSlot, plan.entryOnly[method]);
        }

        private final class Uses extends MethodVisitor {
            private final int from;
            private final int to;
            private final boolean entryOnly;
            private int slot;
            private int first;

            Uses(int from, int to, boolean entryOnly) {
                super(Opcodes.ASM9);
                this.from = from;
                this.to = to;
                this.entryOnly = entryOnly;
                this.slot = entryOnly ? from : -1;
                this.first = uses.size();
            }

            @Override
            public void visitLineNumber(int line, Label start) {
                if (!entryOnly) {
                    slot = Arrays.binarySearch(plan.lines, from, to, line);
                }
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
                boolean ofClass = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
                if (!ofClass || slot < 0 || owner.equals(self) || isForeign(owner)) {
                    return;
                }
                String binary = owner.replace('/', '.');
                Integer known = owners.get(binary);
                int number = known == null ? owners.size() : known;
                if (known == null) {
                    owners.put(binary, number);
                }
                for (int at = first; at < uses.size(); at++) {
                    if (uses.get(at)[0] == slot && uses.get(at)[1] == number) {
                        return;
                    }
                }
                uses.add(new int[] {slot, number});
            }
        }
    }
}
