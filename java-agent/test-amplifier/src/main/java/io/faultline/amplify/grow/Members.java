package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** The members of a type. */
final class Members {
    private Members() {}

    /** The public methods of a type, sorted, because the compiler's order depends on class files. */
    static List<ExecutableElement> methods(Source source, Element type) {
        List<ExecutableElement> methods = new ArrayList<>();
        if (type instanceof TypeElement) {
            for (Element member : source.elements.getAllMembers((TypeElement) type)) {
                if (member.getKind() == ElementKind.METHOD
                        && member.getModifiers().contains(Modifier.PUBLIC)
                        && !isOfObject(member)) {
                    methods.add((ExecutableElement) member);
                }
            }
        }
        methods.sort(Comparator.comparing(method -> method.getSimpleName() + " " + method));
        return methods;
    }

    private static boolean isOfObject(Element member) {
        Element type = member.getEnclosingElement();
        return type instanceof TypeElement
                && ((TypeElement) type).getQualifiedName().contentEquals("java.lang.Object");
    }

    /** The fields that a type declares or inherits, sorted by name. */
    static List<VariableElement> fields(Source source, Element type) {
        List<VariableElement> fields = new ArrayList<>();
        if (type instanceof TypeElement) {
            for (Element member : source.elements.getAllMembers((TypeElement) type)) {
                if (member.getKind() == ElementKind.FIELD || member.getKind() == ElementKind.ENUM_CONSTANT) {
                    fields.add((VariableElement) member);
                }
            }
        }
        fields.sort(Comparator.comparing(field -> field.getSimpleName().toString()));
        return fields;
    }

    static boolean isStatic(Element element) {
        return element.getModifiers().contains(Modifier.STATIC);
    }

    /** Whether both types have the same erasure. */
    static boolean same(Source source, TypeMirror a, TypeMirror b) {
        return a != null
                && b != null
                && source.types
                        .erasure(a)
                        .toString()
                        .equals(source.types.erasure(b).toString());
    }

    static boolean sameParameters(Source source, ExecutableElement a, ExecutableElement b) {
        boolean same = a.getParameters().size() == b.getParameters().size();
        for (int i = 0; same && i < a.getParameters().size(); i++) {
            same = same(
                    source,
                    a.getParameters().get(i).asType(),
                    b.getParameters().get(i).asType());
        }
        return same;
    }
}
