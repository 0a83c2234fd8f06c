package io.faultline.amplify.grow;

import com.sun.source.tree.MethodTree;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Test frameworks. */
enum Framework {
    JUNIT3,
    JUNIT4,
    JUPITER,
    TESTNG;

    private static final Set<String> TESTS = Set.of(
            "Test",
            "ParameterizedTest",
            "RepeatedTest",
            "TestFactory",
            "TestTemplate",
            "Theory",
            "Property",
            "Example",
            "Parameters");

    /** The name in tables. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The framework that runs a method of a class; null if none does. */
    static Framework of(TypeElement testClass, Element method) {
        for (AnnotationMirror annotation : method.getAnnotationMirrors()) {
            Framework framework = ofAnnotation(annotation);
            if (framework != null) {
                return framework;
            }
        }
        for (Element type = testClass; type instanceof TypeElement; type = above((TypeElement) type)) {
            if (has(type, "org.testng.annotations.Test")) {
                return TESTNG;
            }
        }
        boolean isJUnit3 = false;
        for (Element type = testClass; type instanceof TypeElement; type = above((TypeElement) type)) {
            if (has(type, "org.junit.runner.RunWith")) {
                return JUNIT4;
            }
            isJUnit3 |= ((TypeElement) type).getQualifiedName().contentEquals("junit.framework.TestCase");
        }
        return isJUnit3 && method.getSimpleName().toString().startsWith("test") ? JUNIT3 : null;
    }

    private static Framework ofAnnotation(AnnotationMirror annotation) {
        String name = annotation.getAnnotationType().toString();
        if (name.equals("org.testng.annotations.Test")) {
            return TESTNG;
        }
        if (name.equals("org.junit.Test") || name.equals("org.junit.experimental.theories.Theory")) {
            return JUNIT4;
        }
        if (name.startsWith("org.junit.jupiter.") && TESTS.contains(simple(name))) {
            return JUPITER;
        }
        return isTestable(annotation.getAnnotationType().asElement(), 0) ? JUPITER : null;
    }

    /** Recognises composed annotations and those of other engines. */
    private static boolean isTestable(Element annotation, int depth) {
        for (AnnotationMirror above : annotation.getAnnotationMirrors()) {
            String name = above.getAnnotationType().toString();
            if (name.equals("org.junit.platform.commons.annotation.Testable")) {
                return true;
            }
            if (depth < 4
                    && !name.startsWith("java.lang.annotation.")
                    && isTestable(above.getAnnotationType().asElement(), depth + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether annotations, or name and signature, mark a method as a test of any framework. */
    static boolean looksLikeTest(MethodTree method) {
        boolean isAnnotated = method.getModifiers().getAnnotations().stream()
                .anyMatch(annotation ->
                        TESTS.contains(simple(annotation.getAnnotationType().toString())));
        boolean isNamed = method.getName().toString().startsWith("test")
                && method.getParameters().isEmpty()
                && method.getModifiers().getFlags().contains(Modifier.PUBLIC)
                && !method.getModifiers().getFlags().contains(Modifier.STATIC)
                && method.getReturnType() != null
                && method.getReturnType().toString().equals("void");
        return isAnnotated || isNamed;
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    private static boolean has(Element element, String annotation) {
        return element.getAnnotationMirrors().stream()
                .anyMatch(mirror -> mirror.getAnnotationType().toString().equals(annotation));
    }

    private static Element above(TypeElement type) {
        TypeMirror above = type.getSuperclass();
        return above instanceof DeclaredType ? ((DeclaredType) above).asElement() : null;
    }
}
