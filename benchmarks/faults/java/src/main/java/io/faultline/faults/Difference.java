package io.faultline.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** What differs between two releases, apart from what the later one only adds (see {@link Splicer}). */
final class Difference {
    private final Hierarchy hierarchy;
    private final Body textBefore;
    private final Body textAfter;
    private final List<Element> elements = new ArrayList<>();

    private Difference(Release before, Release after, Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
        this.textBefore = new Body(before);
        this.textAfter = new Body(after);
    }

    /** Elements in the order of their classes. Cost: one walk over all code of both releases. */
    static List<Element> between(Release before, Release after, Hierarchy hierarchy) {
        Difference difference = new Difference(before, after, hierarchy);
        for (ClassNode old : before.classes.values()) {
            ClassNode renewed = after.classes.get(old.name);
            if (renewed != null && !Release.isSwitchTable(old)) {
                difference.compare(old, renewed);
            }
        }
        return difference.elements;
    }

    private void compare(ClassNode old, ClassNode renewed) {
        boolean header = !Objects.equals(old.superName, renewed.superName);
        if (header) {
            elements.add(new Element(old.name, "<header>", "", Element.Kind.HEADER));
        }
        for (MethodNode method : old.methods) {
            // Constructors go with the superclass that they call.
            if (!Release.isHelper(method) && !(header && method.name.equals("<init>"))) {
                compare(old, method, Release.method(renewed, method.name, method.desc));
            }
        }
        for (MethodNode method : renewed.methods) {
            if (Release.method(old, method.name, method.desc) == null && matters(old, method)) {
                elements.add(new Element(old.name, method.name, method.desc, Element.Kind.OVERRIDE));
            }
        }
        for (FieldNode field : old.fields) {
            FieldNode other = field(renewed, field);
            boolean constants = other != null && field.value != null && other.value != null;
            if (constants && !field.value.equals(other.value)) {
                elements.add(new Element(old.name, field.name, ":" + field.desc, Element.Kind.CONSTANT));
            }
        }
    }

    private void compare(ClassNode owner, MethodNode method, MethodNode other) {
        if (other == null) {
            if (matters(owner, method)) {
                elements.add(new Element(owner.name, method.name, method.desc, Element.Kind.REMOVED));
            }
        } else if (!textBefore.text(method).equals(textAfter.text(other))) {
            elements.add(new Element(owner.name, method.name, method.desc, Element.Kind.CHANGED));
        }
    }

    /** Whether the method's being there or not changes what calls of the earlier release reach. */
    private boolean matters(ClassNode owner, MethodNode method) {
        return method.name.equals("<clinit>") || hierarchy.overrides(owner.name, method);
    }

    /** The field of the same name and type; null without one. */
    static FieldNode field(ClassNode node, FieldNode like) {
        for (FieldNode field : node.fields) {
            if (field.name.equals(like.name) && field.desc.equals(like.desc)) {
                return field;
            }
        }
        return null;
    }
}
