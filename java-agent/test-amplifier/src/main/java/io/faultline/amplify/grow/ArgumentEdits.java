package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.type.TypeMirror;

/** Replaces call arguments: null, neighbouring numbers, negated booleans, or two arguments exchanged. */
final class ArgumentEdits {
    private ArgumentEdits() {}

    /** @param name name of the called method, for descriptions */
    static void find(Source source, TreePath call, String name, List<? extends ExpressionTree> arguments, Sites sites) {
        Sites.Site site = sites.site();
        for (int i = 0; i < arguments.size(); i++) {
            ExpressionTree argument = arguments.get(i);
            TypeMirror type = source.type(new TreePath(call, argument));
            if (type == null || argument.getKind() == Tree.Kind.NULL_LITERAL || !source.isWritten(argument)) {
                continue;
            }
            String of = "the " + ordinal(i + 1) + " argument of `" + name + "`";
            if (!type.getKind().isPrimitive()) {
                site.add(source.start(argument), source.end(argument), "null", "null for " + of);
            }
            if (!(argument instanceof LiteralTree)) {
                byType(source, argument, type.toString(), of, site);
            }
        }
        for (int i = 0; i + 1 < arguments.size(); i++) {
            exchange(source, arguments.get(i), arguments.get(i + 1), name, site);
        }
        site.end(1);
    }

    private static void byType(Source source, ExpressionTree argument, String type, String of, Sites.Site site) {
        int start = source.start(argument);
        int end = source.end(argument);
        String text = source.text(argument);
        switch (type) {
            case "int":
            case "long":
            case "short":
            case "byte":
                site.add(start, end, "0", "`0` for " + of);
                site.add(start, end, "(" + text + ") + 1", "one more for " + of);
                site.add(start, end, "(" + text + ") - 1", "one less for " + of);
                break;
            case "double":
            case "float":
                site.add(start, end, "0", "`0` for " + of);
                site.add(start, end, "-(" + text + ")", "the negative for " + of);
                site.add(start, end, "(" + text + ") * 2", "twice as much for " + of);
                break;
            case "boolean":
                site.add(start, end, "!(" + text + ")", "the opposite for " + of);
                break;
            case "java.lang.String":
                site.add(start, end, "\"\"", "\"\" for " + of);
                site.add(start, end, "(" + text + ") + \" \"", "a blank at the end of " + of);
                break;
            default:
        }
    }

    private static void exchange(Source source, ExpressionTree a, ExpressionTree b, String name, Sites.Site site) {
        if (source.isWritten(a) && source.isWritten(b) && !source.text(a).equals(source.text(b))) {
            String between = source.text.substring(source.end(a), source.start(b));
            site.add(
                    source.start(a),
                    source.end(b),
                    source.text(b) + between + source.text(a),
                    "exchanged arguments of `" + name + "`");
        }
    }

    static String ordinal(int number) {
        String end = number == 1 ? "st" : number == 2 ? "nd" : number == 3 ? "rd" : "th";
        return number + end;
    }
}
