package io.faultline.mutants.weave;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Code that decides whether a test passes: matchers, and methods that call an assertion library or that the program
 * found at the top of a failing test's stack. A mutant there would make the test pass because nothing is checked any
 * more, which says nothing about the fault.
 */
public final class Asserting {
    /** Stands for all methods of a class. */
    public static final String ALL = "*";

    /** Classes and packages of assertion libraries, by the beginning of their internal names. */
    private static final String[] LIBRARIES = {
        "assertk/",
        "com/google/common/truth/",
        "io/kotest/assertions/",
        "io/kotest/matchers/",
        "junit/framework/",
        "kotlin/test/",
        "org/assertj/core/api/",
        "org/custommonkey/xmlunit/",
        "org/easymock/IArgumentMatcher",
        "org/fest/assertions/",
        "org/hamcrest/",
        "org/junit/Assert",
        "org/junit/jupiter/api/Assert",
        "org/junit/rules/ErrorCollector",
        "org/junit/rules/Verifier",
        "org/mockito/ArgumentMatcher",
        "org/opentest4j/",
        "org/scalatest/",
        "org/skyscreamer/jsonassert/",
        "org/testng/Assert",
        "org/testng/asserts/",
        "org/xmlunit/",
        "strikt/"
    };

    private Asserting() {}

    /** Whether a class belongs to an assertion library. */
    public static boolean isOfLibrary(String internalName) {
        for (String start : LIBRARIES) {
            if (internalName.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The methods that decide whether tests pass, by their index in the class file.
     *
     * @param known names with descriptors of methods that are known to, or {@link #ALL}
     */
    static BitSet methods(ClassNode type, Set<String> known) {
        BitSet deciding = new BitSet();
        if (isOfLibrary(type.name)) {
            return deciding; // the library is the project under test
        }
        Map<String, Integer> indices = new HashMap<>();
        for (int i = 0; i < type.methods.size(); i++) {
            MethodNode method = type.methods.get(i);
            indices.put(method.name + method.desc, i);
            if (known.contains(ALL) || known.contains(method.name + method.desc) || callsLibrary(method)) {
                deciding.set(i);
            }
        }
        if (!deciding.isEmpty()) {
            addParts(type, deciding, callers(type, indices));
        }
        return deciding;
    }

    private static boolean callsLibrary(MethodNode method) {
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof MethodInsnNode && isOfLibrary(((MethodInsnNode) node).owner)) {
                return true;
            }
        }
        return false;
    }

    /** Adds lambdas, private methods and static tests that only methods that decide call. */
    private static void addParts(ClassNode type, BitSet deciding, Map<Integer, BitSet> callers) {
        for (boolean grows = true; grows; ) {
            grows = false;
            for (Map.Entry<Integer, BitSet> called : callers.entrySet()) {
                BitSet others = (BitSet) called.getValue().clone();
                others.andNot(deciding);
                if (!deciding.get(called.getKey()) && others.isEmpty() && isPart(type.methods.get(called.getKey()))) {
                    deciding.set(called.getKey());
                    grows = true;
                }
            }
        }
    }

    private static boolean isPart(MethodNode method) {
        boolean isTest = (method.access & Opcodes.ACC_STATIC) != 0 && method.desc.endsWith(")Z");
        return (method.access & Opcodes.ACC_PRIVATE) != 0 || isTest;
    }

    /** By method, the methods of the class that call it. */
    private static Map<Integer, BitSet> callers(ClassNode type, Map<String, Integer> indices) {
        Map<Integer, BitSet> callers = new HashMap<>();
        for (int i = 0; i < type.methods.size(); i++) {
            for (AbstractInsnNode node : type.methods.get(i).instructions) {
                if (node instanceof MethodInsnNode) {
                    MethodInsnNode call = (MethodInsnNode) node;
                    add(callers, type.name.equals(call.owner) ? indices.get(call.name + call.desc) : null, i);
                } else if (node instanceof InvokeDynamicInsnNode) {
                    for (Object argument : ((InvokeDynamicInsnNode) node).bsmArgs) {
                        Handle handle = argument instanceof Handle ? (Handle) argument : null;
                        boolean isOwn = handle != null && type.name.equals(handle.getOwner());
                        add(callers, isOwn ? indices.get(handle.getName() + handle.getDesc()) : null, i);
                    }
                }
            }
        }
        return callers;
    }

    private static void add(Map<Integer, BitSet> callers, Integer called, int caller) {
        if (called != null && called != caller) {
            callers.computeIfAbsent(called, key -> new BitSet()).set(caller);
        }
    }
}
