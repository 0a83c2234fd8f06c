package io.faultline.amplify.grow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/** Removes statements, and adds calls on newly created objects. */
final class StatementEdits {
    private static final int CALLS = 40;

    private StatementEdits() {}

    static void leaveOut(Source source, ExpressionStatementTree statement, Sites sites) {
        Sites.Site site = sites.site();
        String what = statement.getExpression() instanceof MethodInvocationTree
                ? Assertions.nameOf((MethodInvocationTree) statement.getExpression())
                : source.text(statement.getExpression());
        site.add(source.start(statement), source.end(statement), ";", "leave out " + Literals.code(what));
        site.end(1);
    }

    /** Adds a call after the declaration of a local variable. */
    static void add(Source source, TreePath path, Values values, Sites sites) {
        VariableTree variable = (VariableTree) path.getLeaf();
        TypeMirror type = source.type(path);
        boolean isLocal = path.getParentPath().getLeaf() instanceof BlockTree && source.isWritten(variable);
        if (!isLocal || !(type instanceof DeclaredType) || variable.getInitializer() == null) {
            return;
        }
        Sites.Site site = sites.site();
        int end = source.end(variable);
        int calls = 0;
        for (ExecutableElement method : Members.methods(source, ((DeclaredType) type).asElement())) {
            List<String> arguments = Members.isStatic(method) || calls == CALLS ? null : values.of(method);
            if (arguments == null) {
                continue;
            }
            calls++;
            String call = variable.getName() + "." + method.getSimpleName() + "(" + String.join(", ", arguments) + ")";
            boolean isFluent = Members.same(source, method.getReturnType(), type);
            String statement = isFluent ? variable.getName() + " = " + call : call;
            site.add(end, end, " " + statement + ";", "call " + Literals.code(call) + " as well");
        }
        site.end(1);
    }
}
