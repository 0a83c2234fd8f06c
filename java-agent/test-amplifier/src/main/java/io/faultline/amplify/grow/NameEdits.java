package io.faultline.amplify.grow;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/** Replaces constants by others of the same class, and variables by others of the same type. */
final class NameEdits {
    private NameEdits() {}

    /** Replaces qualified constants, for example {@code Color.RED} by {@code Color.GREEN}. */
    static void constants(Source source, TreePath path, Sites sites) {
        MemberSelectTree select = (MemberSelectTree) path.getLeaf();
        int end = source.end(select);
        String name = select.getIdentifier().toString();
        Element element = source.element(path);
        boolean isLiteral = name.equals("class"); // a field to javac, of a type that may have no members
        if (!isLiteral && isConstant(element) && source.isWritten(select)) {
            others(source, element, end - name.length(), end, sites);
        }
    }

    /** Replaces simple names: imported constants and local variables. */
    static void names(Source source, TreePath path, List<VariableElement> locals, Sites sites) {
        IdentifierTree name = (IdentifierTree) path.getLeaf();
        Element element = source.element(path);
        if (element == null || !source.isWritten(name)) {
            return;
        }
        if (isConstant(element)) {
            others(source, element, source.start(name), source.end(name), sites);
        } else if (element.getKind() == ElementKind.LOCAL_VARIABLE) {
            Sites.Site site = sites.site();
            for (VariableElement local : locals) {
                if (!local.equals(element) && Members.same(source, local.asType(), element.asType())) {
                    String with = local.getSimpleName().toString();
                    site.add(source.start(name), source.end(name), with, "`" + with + "` for `" + name.getName() + "`");
                }
            }
            site.end(1);
        }
    }

    private static boolean isConstant(Element element) {
        return element != null
                && (element.getKind() == ElementKind.ENUM_CONSTANT
                        || element.getKind() == ElementKind.FIELD
                                && Members.isStatic(element)
                                && element.getModifiers().contains(Modifier.FINAL));
    }

    private static void others(Source source, Element element, int from, int to, Sites sites) {
        Sites.Site site = sites.site();
        for (VariableElement other : Members.fields(source, element.getEnclosingElement())) {
            boolean isOther = !other.equals(element)
                    && isConstant(other)
                    && other.getModifiers().contains(Modifier.PUBLIC)
                    && Members.same(source, other.asType(), element.asType());
            if (isOther) {
                String with = other.getSimpleName().toString();
                site.add(from, to, with, "`" + with + "` for `" + element.getSimpleName() + "`");
            }
        }
        site.end(1);
    }
}
