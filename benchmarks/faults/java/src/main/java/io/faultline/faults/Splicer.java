package io.faultline.faults;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.InnerClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Puts any set of {@link Element}s of the later release into the classes of the earlier one.
 *
 * <p>The base, with no element at all, is the earlier release plus what the later one only adds: classes, fields,
 * interfaces, wider access, and methods that override nothing. Nothing of the earlier release calls these, so its
 * behaviour stays, and every method of the later release finds what it refers to.
 */
final class Splicer {
    private final Release before;
    private final Release after;
    private final ClassFiles writer;
    private final Set<String> overriding = new HashSet<>();
    private final Map<String, byte[]> written = new HashMap<>();

    Splicer(Release before, Release after, Hierarchy hierarchy, List<Element> difference) {
        this.before = before;
        this.after = after;
        this.writer = new ClassFiles(hierarchy);
        for (Element element : difference) {
            if (element.kind() == Element.Kind.OVERRIDE) {
                overriding.add(element.owner() + element.name() + element.desc());
            }
        }
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>(before.classes.keySet());
        names.addAll(after.classes.keySet());
        return names;
    }

    /** The class file of {@code name} with those of {@code chosen} that belong to it; null for a foreign class. */
    byte[] bytes(String name, Set<Element> chosen) {
        ClassNode old = before.classes.get(name);
        ClassNode renewed = after.classes.get(name);
        if (old == null && renewed == null) {
            return null;
        }
        if (renewed == null) {
            return before.bytes.get(name);
        }
        Set<Element> own = new TreeSet<>();
        if (old != null) {
            chosen.stream().filter(e -> e.owner().equals(name)).forEach(own::add);
        }
        return written.computeIfAbsent(name + own,
                key -> old == null ? writer.write(renewed, false) : splice(old, renewed, own));
    }

    private byte[] splice(ClassNode old, ClassNode renewed, Set<Element> chosen) {
        ClassNode node = new ClassNode();
        old.accept(node);
        boolean changed = addMembers(node, renewed);
        changed |= addHeader(node, renewed);
        for (Element element : chosen) {
            apply(element, node, renewed);
            changed = true;
        }
        if (!changed) {
            return before.bytes.get(old.name);
        }
        boolean framesMissing = needsFrames(old) || needsFrames(renewed);
        node.version = Math.max(old.version & 0xffff, renewed.version & 0xffff);
        return writer.write(node, framesMissing && (node.version & 0xffff) >= Opcodes.V1_6);
    }

    private static boolean needsFrames(ClassNode node) {
        return (node.version & 0xffff) < Opcodes.V1_7;
    }

    private boolean addMembers(ClassNode node, ClassNode renewed) {
        boolean changed = false;
        for (FieldNode field : renewed.fields) {
            FieldNode own = Difference.field(node, field);
            if (own == null) {
                node.fields.add(new FieldNode(field.access, field.name, field.desc, field.signature, field.value));
                changed = true;
            } else {
                int access = Access.widened(own.access, field.access);
                changed |= access != own.access;
                own.access = access;
            }
        }
        boolean otherSuper = !node.superName.equals(renewed.superName);
        for (MethodNode method : renewed.methods) {
            MethodNode own = Release.method(node, method.name, method.desc);
            if (own != null) {
                int access = Access.widened(own.access, method.access);
                changed |= access != own.access;
                own.access = access;
            } else if (!overriding.contains(node.name + method.name + method.desc)
                    && !method.name.equals("<clinit>")
                    && !(otherSuper && method.name.equals("<init>"))) {
                MethodNode added = copy(method);
                // A subclass in the earlier release may have a method of this name that the later one lacks.
                added.access &= ~Opcodes.ACC_FINAL;
                node.methods.add(added);
                changed = true;
            }
        }
        return changed;
    }

    private static boolean addHeader(ClassNode node, ClassNode renewed) {
        boolean changed = false;
        for (String type : renewed.interfaces) {
            if (!node.interfaces.contains(type)) {
                node.interfaces.add(type);
                node.signature = null;
                changed = true;
            }
        }
        int noLongerFinal = node.access & ~renewed.access & Opcodes.ACC_FINAL;
        int access = (node.access | renewed.access & Opcodes.ACC_PUBLIC) & ~noLongerFinal;
        changed |= access != node.access;
        node.access = access;
        Set<String> known = new HashSet<>();
        node.innerClasses.forEach(inner -> known.add(inner.name));
        for (InnerClassNode inner : renewed.innerClasses) {
            if (known.add(inner.name)) {
                node.innerClasses.add(inner);
                changed = true;
            }
        }
        if (renewed.nestHostClass != null && node.nestHostClass == null) {
            node.nestHostClass = renewed.nestHostClass;
            changed = true;
        }
        if (renewed.nestMembers != null) {
            Set<String> members = new LinkedHashSet<>(node.nestMembers == null ? List.of() : node.nestMembers);
            changed |= members.addAll(renewed.nestMembers);
            node.nestMembers = new ArrayList<>(members);
        }
        return changed;
    }

    private void apply(Element element, ClassNode node, ClassNode renewed) {
        switch (element.kind()) {
            case CHANGED, OVERRIDE, REMOVED -> {
                replace(node, renewed, element.name(), element.desc());
                if (element.name().equals("<clinit>")) {
                    moveConstants(node, renewed);
                }
            }
            case HEADER -> {
                node.superName = renewed.superName;
                node.signature = renewed.signature;
                for (MethodNode method : renewed.methods) {
                    if (method.name.equals("<init>")) {
                        replace(node, renewed, method.name, method.desc);
                    }
                }
            }
            case CONSTANT -> node.fields.stream().filter(f -> f.name.equals(element.name()))
                    .forEach(f -> f.value = Difference.field(renewed, f).value);
        }
    }

    private static void replace(ClassNode node, ClassNode renewed, String name, String desc) {
        MethodNode own = Release.method(node, name, desc);
        MethodNode other = Release.method(renewed, name, desc);
        if (own != null) {
            node.methods.remove(own);
        }
        if (other != null) {
            MethodNode copy = copy(other);
            copy.access = own == null ? other.access : Access.widened(other.access, own.access);
            node.methods.add(copy);
        }
    }

    /** A field that is a constant in one release and computed in the other goes with the class initialiser. */
    private static void moveConstants(ClassNode node, ClassNode renewed) {
        for (FieldNode field : node.fields) {
            FieldNode other = Difference.field(renewed, field);
            if (other != null && (field.value == null) != (other.value == null)) {
                field.value = other.value;
            }
        }
    }

    private static MethodNode copy(MethodNode method) {
        MethodNode copy = new MethodNode(Opcodes.ASM9, method.access, method.name, method.desc, method.signature,
                method.exceptions.toArray(new String[0]));
        method.accept(copy);
        return copy;
    }
}
