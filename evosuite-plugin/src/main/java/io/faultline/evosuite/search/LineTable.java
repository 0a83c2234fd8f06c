package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The lines of some classes, as their class files have them. Each (method, line) is a slot.
 *
 * <p>Filled once, by {@link #add}; after that it is read only, and from any thread.
 */
final class LineTable {
    private static final int API = Opcodes.ASM9;

    /** Class, method, descriptor, class, method ... */
    private final List<String> methods = new ArrayList<>();

    private final List<Integer> owners = new ArrayList<>();
    private final List<Integer> lines = new ArrayList<>();
    private final List<Integer> classOf = new ArrayList<>();

    /** Internal name of a class to its number. */
    private final Map<String, Integer> classes = new HashMap<>();

    /** Class number, then method with descriptor, to line to slot. */
    private final List<Map<String, Map<Integer, Integer>>> slots = new ArrayList<>();

    /** Reads a class file; lines of methods that the compiler made are lines, too. Errors: those of ASM. */
    void add(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        int number = slots.size();
        if (classes.containsKey(reader.getClassName())) {
            return;
        }
        classes.put(reader.getClassName(), number);
        slots.add(new HashMap<>());
        reader.accept(new ClassVisitor(API) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(API) {
                    @Override
                    public void visitLineNumber(int line, Label start) {
                        add(number, reader.getClassName(), name, descriptor, line);
                    }
                };
            }
        }, ClassReader.SKIP_FRAMES);
    }

    private void add(int number, String owner, String name, String descriptor, int line) {
        Map<Integer, Integer> known = slots.get(number).get(name + descriptor);
        if (known == null) {
            known = new HashMap<>();
            slots.get(number).put(name + descriptor, known);
            methods.add(owner.replace('/', '.'));
            methods.add(name);
            methods.add(descriptor);
        }
        if (!known.containsKey(line)) {
            known.put(line, lines.size());
            owners.add(methods.size() / 3 - 1);
            lines.add(line);
            classOf.add(number);
        }
    }

    /** Number of slots. */
    int slots() {
        return lines.size();
    }

    /** The number of a class, by its internal name; -1 when it is not here. */
    int classNumber(String internalName) {
        Integer number = classes.get(internalName);
        return number == null ? -1 : number;
    }

    /** Number of classes. */
    int classCount() {
        return slots.size();
    }

    /** The slots of a method by line, or null when it has none. */
    Map<Integer, Integer> slots(int classNumber, String method, String descriptor) {
        return slots.get(classNumber).get(method + descriptor);
    }

    String[] methods() {
        return methods.toArray(new String[0]);
    }

    /** For each slot the position of its method among {@link #methods}, in threes. */
    int[] owners() {
        return ints(owners);
    }

    int[] lines() {
        return ints(lines);
    }

    /** For each slot the number of its class. */
    int[] classOf() {
        return ints(classOf);
    }

    private static int[] ints(List<Integer> list) {
        int[] ints = new int[list.size()];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = list.get(i);
        }
        return ints;
    }
}
