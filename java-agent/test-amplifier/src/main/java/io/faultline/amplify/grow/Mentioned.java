package io.faultline.amplify.grow;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the variables that a piece of a test uses: locals, parameters and fields, including fields used by methods of
 * the file that it calls.
 *
 * <p>Ignores other assertions within the piece, because the slice does not contain them.
 */
final class Mentioned {
    private static final Set<String> UNCHANGING = Set.of(
            "java.lang.String",
            "java.lang.Class",
            "java.lang.Integer",
            "java.lang.Long",
            "java.lang.Short",
            "java.lang.Byte",
            "java.lang.Character",
            "java.lang.Boolean",
            "java.lang.Double",
            "java.lang.Float");

    private final Source source;
    private final Map<Element, MethodTree> methods = new HashMap<>();
    private final Set<Element> fields = new HashSet<>();

    Mentioned(Source source) {
        this.source = source;
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                methods.put(source.element(getCurrentPath()), method);
                return super.visitMethod(method, nothing);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                Element element = source.element(getCurrentPath());
                if (element != null && element.getKind() == ElementKind.FIELD) {
                    fields.add(element);
                }
                return super.visitVariable(variable, nothing);
            }
        }.scan(new TreePath(source.unit), null);
    }

    /** All variables that a piece uses or declares, ignoring the trees in {@code leaving}. */
    Set<Element> in(TreePath piece, Set<Tree> leaving) {
        Set<Element> found = new HashSet<>();
        new Scanner(found, leaving, new HashSet<>()).scan(piece, null);
        return found;
    }

    /** All variables that a piece assigns or declares. */
    Set<Element> assigned(TreePath piece, Set<Tree> leaving) {
        Set<Element> found = new HashSet<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void nothing) {
                return leaving.contains(tree) ? null : super.scan(tree, nothing);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                found.add(source.element(getCurrentPath()));
                return super.visitVariable(variable, nothing);
            }

            @Override
            public Void visitAssignment(AssignmentTree assignment, Void nothing) {
                given(assignment.getVariable());
                return super.visitAssignment(assignment, nothing);
            }

            @Override
            public Void visitCompoundAssignment(CompoundAssignmentTree assignment, Void nothing) {
                given(assignment.getVariable());
                return super.visitCompoundAssignment(assignment, nothing);
            }

            @Override
            public Void visitUnary(UnaryTree unary, Void nothing) {
                given(unary.getExpression());
                return super.visitUnary(unary, nothing);
            }

            private void given(ExpressionTree variable) {
                ExpressionTree at = variable;
                while (at instanceof ArrayAccessTree) {
                    at = ((ArrayAccessTree) at).getExpression();
                }
                found.add(source.element(new TreePath(getCurrentPath(), at)));
            }
        }.scan(piece, null);
        found.remove(null);
        return found;
    }

    /** Whether the variable's object may be mutable. */
    static boolean canChange(Element variable) {
        TypeMirror type = variable.asType();
        if (!(type instanceof DeclaredType)) {
            return !type.getKind().isPrimitive();
        }
        TypeElement of = (TypeElement) ((DeclaredType) type).asElement();
        return of.getKind() != ElementKind.ENUM
                && !UNCHANGING.contains(of.getQualifiedName().toString());
    }

    static boolean isStaticField(Element element) {
        return element.getKind() == ElementKind.FIELD && element.getModifiers().contains(Modifier.STATIC);
    }

    static boolean isVariable(Element element) {
        if (element == null) {
            return false;
        }
        switch (element.getKind()) {
            case LOCAL_VARIABLE:
            case PARAMETER:
            case EXCEPTION_PARAMETER:
            case RESOURCE_VARIABLE:
            case FIELD:
                return true;
            default:
                return false;
        }
    }

    private final class Scanner extends TreePathScanner<Void, Void> {
        private final Set<Element> found;
        private final Set<Tree> leaving;
        private final Set<Element> called;

        Scanner(Set<Element> found, Set<Tree> leaving, Set<Element> called) {
            this.found = found;
            this.leaving = leaving;
            this.called = called;
        }

        @Override
        public Void scan(Tree tree, Void nothing) {
            return leaving.contains(tree) ? null : super.scan(tree, nothing);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
            add(source.element(getCurrentPath()));
            return super.visitVariable(variable, nothing);
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void nothing) {
            add(source.element(getCurrentPath()));
            return null;
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree select, Void nothing) {
            add(source.element(getCurrentPath()));
            return super.visitMemberSelect(select, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
            Element method = source.element(getCurrentPath());
            MethodTree here = methods.get(method);
            if (here != null && called.add(method)) {
                Set<Element> named = new HashSet<>();
                new Scanner(named, Collections.emptySet(), called).scan(source.path(here), null);
                named.stream()
                        .filter(element -> element.getKind() == ElementKind.FIELD)
                        .forEach(found::add);
            } else if (here == null
                    && method != null
                    && call.getMethodSelect() instanceof IdentifierTree
                    && !method.getModifiers().contains(Modifier.STATIC)) {
                // An inherited method may read any field.
                found.addAll(fields);
            }
            return super.visitMethodInvocation(call, nothing);
        }

        private void add(Element element) {
            if (isVariable(element)) {
                found.add(element);
            }
        }
    }
}
