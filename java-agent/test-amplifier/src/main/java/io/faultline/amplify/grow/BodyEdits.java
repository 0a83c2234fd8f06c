package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.VariableElement;

/** Finds all edits of a test's body. Expected values are not edited, because variants do not evaluate them. */
final class BodyEdits extends TreePathScanner<Void, Void> {
    private static final int STRINGS = 60;

    private final Source source;
    private final Sites sites = new Sites();
    private final List<String> strings = new ArrayList<>(List.of("", " ", "x"));
    private final List<VariableElement> locals = new ArrayList<>();
    private final Values values;

    private BodyEdits(Source source, TreePath body) {
        this.source = source;
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                if (literal.getValue() instanceof String
                        && !strings.contains(literal.getValue())
                        && strings.size() < STRINGS) {
                    strings.add((String) literal.getValue());
                }
                return null;
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                Element element = source.element(getCurrentPath());
                if (element instanceof VariableElement && element.getKind() == ElementKind.LOCAL_VARIABLE) {
                    locals.add((VariableElement) element);
                }
                return super.visitVariable(variable, nothing);
            }
        }.scan(body, null);
        values = new Values(strings);
    }

    static Sites of(Source source, TreePath body) {
        BodyEdits edits = new BodyEdits(source, body);
        edits.scan(body, null);
        return edits.sites;
    }

    @Override
    public Void visitExpressionStatement(ExpressionStatementTree statement, Void nothing) {
        if (!source.isWritten(statement)) {
            return null;
        }
        ExpressionTree actual = Assertions.actual(source, getCurrentPath());
        if (actual != null) {
            scan(new TreePath(new TreePath(getCurrentPath(), statement.getExpression()), actual), null);
            return null;
        }
        StatementEdits.leaveOut(source, statement, sites);
        return super.visitExpressionStatement(statement, nothing);
    }

    /** Handles lambdas such as {@code () -> assertEquals(4, size)}, the arguments of {@code assertAll}. */
    @Override
    public Void visitLambdaExpression(LambdaExpressionTree lambda, Void nothing) {
        TreePath body = new TreePath(getCurrentPath(), lambda.getBody());
        ExpressionTree actual = source.isWritten(lambda) ? Assertions.actual(source, body) : null;
        if (actual == null) {
            return super.visitLambdaExpression(lambda, nothing);
        }
        scan(new TreePath(body, actual), null);
        return null;
    }

    @Override
    public Void visitVariable(VariableTree variable, Void nothing) {
        StatementEdits.add(source, getCurrentPath(), values, sites);
        return super.visitVariable(variable, nothing);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
        if (source.isWritten(call)) {
            CallEdits.find(source, getCurrentPath(), values, sites);
            ArgumentEdits.find(source, getCurrentPath(), Assertions.nameOf(call), call.getArguments(), sites);
        }
        return super.visitMethodInvocation(call, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree call, Void nothing) {
        if (source.isWritten(call)) {
            String name = "new " + call.getIdentifier();
            ArgumentEdits.find(source, getCurrentPath(), name, call.getArguments(), sites);
        }
        return super.visitNewClass(call, nothing);
    }

    @Override
    public Void visitNewArray(NewArrayTree array, Void nothing) {
        if (source.isWritten(array)) {
            ArrayEdits.find(source, array, sites);
        }
        return super.visitNewArray(array, nothing);
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree select, Void nothing) {
        NameEdits.constants(source, getCurrentPath(), sites);
        return super.visitMemberSelect(select, nothing);
    }

    @Override
    public Void visitIdentifier(IdentifierTree name, Void nothing) {
        NameEdits.names(source, getCurrentPath(), locals, sites);
        return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void nothing) {
        if (source.isWritten(literal)) {
            LiteralEdits.find(source, literal, strings, sites);
        }
        return null;
    }
}
