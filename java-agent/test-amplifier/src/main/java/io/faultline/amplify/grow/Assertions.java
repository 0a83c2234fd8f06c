package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Recognises library assertions and finds the argument that holds the actual value. */
final class Assertions {
    private static final Set<String> JUNIT4 = Set.of(
            "junit.framework.Assert", "junit.framework.TestCase", "org.junit.Assert", "org.hamcrest.MatcherAssert");
    private static final Set<String> JUPITER = Set.of("org.junit.jupiter.api.Assertions");
    private static final Set<String> TESTNG = Set.of("org.testng.Assert", "org.testng.AssertJUnit");

    /** Assertions whose only value is the actual one; all others compare two values. */
    private static final Set<String> ONE_VALUE = Set.of("assertTrue", "assertFalse", "assertNull", "assertNotNull");

    private static final Set<String> COMPARING = Set.of(
            "assertEquals",
            "assertNotEquals",
            "assertSame",
            "assertNotSame",
            "assertArrayEquals",
            "assertIterableEquals",
            "assertLinesMatch",
            "assertThat");

    private Assertions() {}

    /** Whether a statement is a library assertion, supported or not. */
    static boolean isAssertion(Source source, TreePath statement) {
        MethodInvocationTree call = call(statement);
        return call != null && (rootOfChain(call) != null || ofLibrary(source, callPath(statement)) != null);
    }

    /** The actual value of an assertion; null if the statement is no assertion or an unsupported one. */
    static ExpressionTree actual(Source source, TreePath statement) {
        MethodInvocationTree call = call(statement);
        if (call == null) {
            return null;
        }
        MethodInvocationTree root = rootOfChain(call);
        if (root != null && root != call) {
            return root.getArguments().size() == 1 ? root.getArguments().get(0) : null;
        }
        ExecutableElement method = ofLibrary(source, callPath(statement));
        int at = method == null ? -1 : place(method, call.getArguments().size());
        return at < 0 ? null : call.getArguments().get(at);
    }

    /**
     * The value with which an assertion compares the actual one; null if there is none or the assertion is unsupported.
     */
    static ExpressionTree compared(Source source, TreePath statement) {
        MethodInvocationTree call = call(statement);
        ExpressionTree actual = actual(source, statement);
        ExecutableElement method = actual == null ? null : ofLibrary(source, callPath(statement));
        int other = method == null ? -1 : other(method, call.getArguments().indexOf(actual));
        return other < 0 || other >= call.getArguments().size()
                ? null
                : call.getArguments().get(other);
    }

    /**
     * Whether evaluating an expression calls a method, or instantiates a class, of that name. Ignores lambda bodies,
     * which run elsewhere.
     */
    static boolean calls(ExpressionTree expression, String name) {
        boolean[] found = new boolean[1];
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                found[0] |= nameOf(call).equals(name);
                return super.visitMethodInvocation(call, nothing);
            }

            @Override
            public Void visitNewClass(NewClassTree made, Void nothing) {
                found[0] |= made.getIdentifier().toString().matches("(.*\\.)?" + Pattern.quote(name) + "(<.*)?");
                return super.visitNewClass(made, nothing);
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree lambda, Void nothing) {
                return null;
            }
        }.scan(expression, null);
        return found[0];
    }

    /** The call that a statement or lambda body consists of; null for others. */
    private static MethodInvocationTree call(TreePath statement) {
        Tree leaf = callPath(statement).getLeaf();
        return leaf instanceof MethodInvocationTree ? (MethodInvocationTree) leaf : null;
    }

    private static TreePath callPath(TreePath statement) {
        Tree leaf = statement.getLeaf();
        return leaf instanceof ExpressionStatementTree
                ? new TreePath(statement, ((ExpressionStatementTree) leaf).getExpression())
                : statement;
    }

    /** The {@code assertThat(x)} that starts a chain of calls; null if there is none. */
    private static MethodInvocationTree rootOfChain(MethodInvocationTree call) {
        MethodInvocationTree at = call;
        while (at.getMethodSelect() instanceof MemberSelectTree
                && ((MemberSelectTree) at.getMethodSelect()).getExpression() instanceof MethodInvocationTree) {
            at = (MethodInvocationTree) ((MemberSelectTree) at.getMethodSelect()).getExpression();
        }
        return at != call && nameOf(at).equals("assertThat") ? at : null;
    }

    /** The called method if it is a library assertion; otherwise null. */
    private static ExecutableElement ofLibrary(Source source, TreePath call) {
        Element element = source.element(call);
        if (!(element instanceof ExecutableElement) || !(element.getEnclosingElement() instanceof TypeElement)) {
            return null;
        }
        String name = element.getSimpleName().toString();
        boolean isOne =
                isLibrary(element.getEnclosingElement()) && (name.startsWith("assert") || name.startsWith("fail"));
        return isOne ? (ExecutableElement) element : null;
    }

    private static boolean isLibrary(Element type) {
        String name = ((TypeElement) type).getQualifiedName().toString();
        return JUNIT4.contains(name) || JUPITER.contains(name) || TESTNG.contains(name);
    }

    /** Index of the actual value; -1 if unknown. */
    private static int place(ExecutableElement method, int arguments) {
        String name = method.getSimpleName().toString();
        String library =
                ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
        boolean isOne = ONE_VALUE.contains(name);
        if (!isOne && !COMPARING.contains(name)) {
            return -1;
        }
        int place;
        if (library.equals("org.testng.Assert")) {
            place = 0;
        } else {
            boolean hasMessageFirst = !JUPITER.contains(library) && hasMessageFirst(method, isOne ? 1 : 2);
            boolean isFirst = isOne || name.equals("assertThat");
            place = (hasMessageFirst ? 1 : 0) + (isFirst ? 0 : 1);
        }
        return place < arguments ? place : -1;
    }

    /** Index of the argument compared with the actual value; -1 if there is none. */
    private static int other(ExecutableElement method, int at) {
        String name = method.getSimpleName().toString();
        if (ONE_VALUE.contains(name) || name.equals("assertThat")) {
            return -1;
        }
        boolean isFirst =
                ((TypeElement) method.getEnclosingElement()).getQualifiedName().contentEquals("org.testng.Assert");
        return isFirst ? at + 1 : at - 1;
    }

    private static boolean hasMessageFirst(ExecutableElement method, int values) {
        List<?> parameters = method.getParameters();
        return parameters.size() > values
                && method.getParameters().get(0).asType().toString().equals("java.lang.String");
    }

    /** The name of the called method. */
    static String nameOf(MethodInvocationTree call) {
        if (call.getMethodSelect() instanceof IdentifierTree) {
            return ((IdentifierTree) call.getMethodSelect()).getName().toString();
        }
        return call.getMethodSelect() instanceof MemberSelectTree
                ? ((MemberSelectTree) call.getMethodSelect()).getIdentifier().toString()
                : "";
    }
}
