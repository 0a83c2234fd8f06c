package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/** Removes calls from a chain, replaces methods by siblings, and inserts calls into a chain. */
final class CallEdits {
    private CallEdits() {}

    static void find(Source source, TreePath path, Values values, Sites sites) {
        MethodInvocationTree call = (MethodInvocationTree) path.getLeaf();
        Element element = source.element(path);
        if (!(call.getMethodSelect() instanceof MemberSelectTree) || !(element instanceof ExecutableElement)) {
            return;
        }
        MemberSelectTree select = (MemberSelectTree) call.getMethodSelect();
        ExpressionTree receiver = select.getExpression();
        ExecutableElement method = (ExecutableElement) element;
        String name = select.getIdentifier().toString();
        Sites.Site site = sites.site();
        TypeMirror type = source.type(new TreePath(new TreePath(path, select), receiver));
        boolean isChain = !Members.isStatic(method) && Members.same(source, method.getReturnType(), type);
        if (isChain) {
            site.add(source.end(receiver), source.end(call), "", "leave out `" + name + "`");
        }
        int end = source.end(select);
        for (ExecutableElement other : Members.methods(source, method.getEnclosingElement())) {
            boolean isSibling = !other.getSimpleName().contentEquals(name)
                    && Members.isStatic(other) == Members.isStatic(method)
                    && Members.sameParameters(source, method, other)
                    && (Members.same(source, method.getReturnType(), other.getReturnType()) || isStatement(path));
            if (isSibling) {
                String with = other.getSimpleName().toString();
                site.add(end - name.length(), end, with, "`" + with + "` for `" + name + "`");
            }
            if (isChain && !Members.isStatic(other) && Members.same(source, other.getReturnType(), type)) {
                List<String> arguments = values.of(other);
                if (arguments != null) {
                    String added = other.getSimpleName() + "(" + String.join(", ", arguments) + ")";
                    site.add(
                            source.end(receiver),
                            source.end(receiver),
                            "." + added,
                            "call " + Literals.code(added) + " as well");
                }
            }
        }
        site.end(1);
    }

    private static boolean isStatement(TreePath call) {
        return call.getParentPath().getLeaf() instanceof com.sun.source.tree.ExpressionStatementTree;
    }
}
