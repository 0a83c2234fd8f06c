package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Finds the methods of a class that no person wrote, so that they are no suspects: those of compilers and of tools that
 * add to a class. Where a class file leaves open who wrote a method, a person did.
 *
 * <p>Such a method has no lines, and a probe that tells that the class was touched: its static initialiser still
 * belongs to the tests that call only {@code values()}. The rules hold for a class that JaCoCo changed, too, so that it
 * keeps the slots of the file it was compiled to.
 *
 * <p>Cost: the rules look at names, flags and annotations first, and at the code of the few short methods for which
 * these leave it open.
 */
final class Unwritten {
    /** A longer method is not looked at. A record of 255 components has a shorter constructor. */
    private static final int SHORT = 2_000;

    private Unwritten() {}

    /** Leaves out the lines of a class's unwritten methods. */
    static void leaveOut(ClassLayout type) {
        boolean isWhole = isWholeByName(type);
        List<MethodLayout> open = new ArrayList<>();
        for (MethodLayout method : type.methods) {
            if (method.codeLength == 0) {
                continue;
            }
            if (isWhole || isByName(type, method)) {
                method.leaveOut();
            } else if (method.codeLength <= SHORT && method.entries.length > 0 && mayBe(type, method)) {
                open.add(method);
            }
        }
        if (!open.isEmpty()) {
            Map<MethodLayout, Body> bodies = bodies(type, open);
            for (MethodLayout method : unwritten(type, bodies)) {
                method.leaveOut();
            }
        }
    }

    /** Whether a class without lines has no code that a person wrote. */
    static boolean isWhole(ClassLayout type) {
        // Kotlin and Groovy give lines to all that a person wrote, whatever their options.
        boolean isMade = (type.reader.getAccess() & Opcodes.ACC_SYNTHETIC) != 0
                || KotlinMembers.areIn(type)
                || GroovyMembers.areIn(type)
                || ScalaMembers.isMirror(type);
        for (MethodLayout method : type.methods) {
            if (!isMade && Unlined.is(type, method)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isWholeByName(ClassLayout type) {
        return GeneratedMark.isIn(type.annotations) && !GroovyMembers.isTrait(type)
                || JavaMembers.isSwitchMap(type)
                || KotlinMembers.isSerializer(type)
                || AspectMembers.isClosure(type);
    }

    private static boolean isByName(ClassLayout type, MethodLayout method) {
        return isGenerated(type, method)
                || JavaMembers.isByName(type, method)
                || KotlinMembers.isByName(method)
                || ScalaMembers.isByName(method)
                || AspectMembers.isByName(method);
    }

    /** Whether a tool marked the method. A constructor may hold initialisers of fields, with lines of their own. */
    private static boolean isGenerated(ClassLayout type, MethodLayout method) {
        // A constructor that groovyc adds has no line but those of initialisers.
        boolean mayHoldMore =
                method.name.equals("<init>") && (method.distinctLines().length > 1 || GroovyMembers.areIn(type));
        return GeneratedMark.isIn(method.annotations) && !mayHoldMore;
    }

    private static boolean mayBe(ClassLayout type, MethodLayout method) {
        return JavaMembers.mayBe(type, method)
                || type.components != null
                || AspectMembers.mayBe(type, method)
                || KotlinMembers.mayBe(type, method)
                || ScalaMembers.mayBe(type, method);
    }

    private static List<MethodLayout> unwritten(ClassLayout type, Map<MethodLayout, Body> bodies) {
        List<MethodLayout> found = new ArrayList<>();
        RecordMembers record = type.components == null ? null : new RecordMembers(type, bodies);
        ScalaMembers scala = ScalaMembers.areIn(type) ? new ScalaMembers(type) : null;
        for (Map.Entry<MethodLayout, Body> entry : bodies.entrySet()) {
            MethodLayout method = entry.getKey();
            Body body = entry.getValue();
            if (JavaMembers.is(type, method, body)
                    || record != null && record.has(method, body)
                    || AspectMembers.is(body)
                    || AspectMembers.isInitialiser(method, body)
                    || KotlinMembers.is(type, method, body)
                    || scala != null && scala.has(method, body)) {
                found.add(method);
            }
        }
        return found;
    }

    private static Map<MethodLayout, Body> bodies(ClassLayout type, List<MethodLayout> wanted) {
        Map<MethodLayout, Body> bodies = new IdentityHashMap<>();
        for (MethodLayout method : wanted) {
            bodies.put(method, new Body());
        }
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            private int visited;

            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                return bodies.get(type.methods[visited++]);
            }
        };
        type.reader.accept(visitor, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return bodies;
    }
}
