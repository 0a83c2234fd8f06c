package io.faultline.faults;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The lines of the earlier release that a fault consists of, and the methods that they stand in.
 *
 * <p>Of a changed method, the lines that {@link MethodDifference} tells, its lambdas included; of a method that is
 * there too much, all. What is missing altogether (an override, a constant's other value, another superclass) has no
 * line.
 */
final class FaultyLines {
    private final Release before;
    private final Release after;
    private final Map<String, Set<Integer>> lines = new TreeMap<>();
    private final Set<String> methods = new TreeSet<>();
    private final Set<String> visited = new HashSet<>();

    /** @param after aligned to {@code before} */
    FaultyLines(Release before, Release after, Set<Element> elements) {
        this.before = before;
        this.after = after;
        elements.stream().filter(Element::isFaultyMethod).forEach(this::add);
    }

    /** Rows {@code class TAB line}, ascending. */
    List<String> lines() {
        List<String> rows = new ArrayList<>();
        lines.forEach((owner, own) -> own.forEach(line -> rows.add(owner + '\t' + line)));
        return rows;
    }

    /** Rows {@code class$method<ARGUMENT DESCRIPTORS>}: the fault's methods, and lambdas with a faulty line. */
    List<String> methods() {
        return List.copyOf(methods);
    }

    private void add(Element element) {
        MethodNode method = method(before, element.owner(), element.name(), element.desc());
        if (method == null) {
            throw new IllegalArgumentException("the earlier release has no " + element);
        }
        methods.add(row(element.owner(), method));
        MethodNode other = method(after, element.owner(), element.name(), element.desc());
        if (element.kind() == Element.Kind.REMOVED || other == null) {
            all(element.owner(), method);
        } else {
            boolean found = compare(element.owner(), method, other);
            if (!found) {
                // Only its access differs: synchronized, static.
                new Code(before, method).lines.stream().limit(1).forEach(line -> line(element.owner(), line));
            }
        }
    }

    /** Whether a line was found, here or in a helper. */
    private boolean compare(String owner, MethodNode method, MethodNode other) {
        if (!visited.add(owner + '.' + method.name + method.desc)) {
            return false;
        }
        Code a = new Code(before, method);
        Code b = new Code(after, other);
        MethodDifference difference = new MethodDifference(a, b);
        boolean found = !difference.differing().isEmpty();
        if (found) {
            methods.add(row(owner, method));
        }
        for (int i = 0; i < a.size(); i++) {
            Handle helper = helper(before, a.instructions.get(i));
            int counterpart = difference.matching.after[i];
            Handle otherHelper = counterpart < 0 ? null : helper(after, b.instructions.get(counterpart));
            if (difference.differing().contains(i)) {
                line(owner, a.lines.get(i));
            }
            if (helper != null && otherHelper != null) {
                found |= compare(helper.getOwner(), of(before, helper), of(after, otherHelper));
            } else if (helper != null && isLambda(helper)) {
                all(helper.getOwner(), of(before, helper));
            }
        }
        return found;
    }

    private void all(String owner, MethodNode method) {
        if (visited.add(owner + '.' + method.name + method.desc)) {
            methods.add(row(owner, method));
            Code code = new Code(before, method);
            code.lines.forEach(line -> line(owner, line));
            for (AbstractInsnNode insn : code.instructions) {
                Handle helper = helper(before, insn);
                if (helper != null && isLambda(helper)) {
                    all(helper.getOwner(), of(before, helper));
                }
            }
        }
    }

    private void line(String owner, int line) {
        if (line > 0) {
            lines.computeIfAbsent(owner.replace('/', '.'), k -> new TreeSet<>()).add(line);
        }
    }

    /** The helper that an instruction calls or makes a lambda of; null without one. */
    private static Handle helper(Release release, AbstractInsnNode insn) {
        if (insn instanceof MethodInsnNode call && release.helper(call.owner, call.name, call.desc) != null) {
            // The tag does not matter here.
            return new Handle(Opcodes.H_INVOKESTATIC, call.owner, call.name, call.desc, call.itf);
        }
        if (insn instanceof InvokeDynamicInsnNode dynamic) {
            for (Object argument : dynamic.bsmArgs) {
                if (argument instanceof Handle handle && of(release, handle) != null) {
                    return handle;
                }
            }
        }
        return null;
    }

    /** Accessors are shared by many methods; lambdas belong to one. */
    private static boolean isLambda(Handle helper) {
        return helper.getName().startsWith("lambda$");
    }

    private static MethodNode of(Release release, Handle handle) {
        return release.helper(handle.getOwner(), handle.getName(), handle.getDesc());
    }

    private static MethodNode method(Release release, String owner, String name, String desc) {
        ClassNode node = release.classes.get(owner);
        return node == null ? null : Release.method(node, name, desc);
    }

    private static String row(String owner, MethodNode method) {
        String arguments = method.desc.substring(1, method.desc.indexOf(')'));
        return owner.replace('/', '.') + '$' + method.name + '<' + arguments + '>';
    }
}
