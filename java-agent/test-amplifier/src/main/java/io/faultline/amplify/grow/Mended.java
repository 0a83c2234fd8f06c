package io.faultline.amplify.grow;

import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/**
 * Makes a file compile with the recorded classes: methods and imports with errors are emptied.
 *
 * <p>The source may be newer than those classes. Tests that do not use anything new are not affected.
 */
final class Mended {
    private static final String EMPTY =
            "{ throw new UnsupportedOperationException(\"does not compile with the recorded classes\"); }";

    private Mended() {}

    /** The edits of the file; empty if it compiles. */
    static List<Edit> of(Source source) {
        List<Edit> edits = new ArrayList<>();
        if (source.errors.isEmpty()) {
            return edits;
        }
        for (ImportTree one : source.unit.getImports()) {
            if (hasError(source, one)) {
                edits.add(Edit.plain(source.start(one), source.end(one), ""));
            }
        }
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (method.getBody() != null
                        && source.isWritten(method.getBody())
                        && hasError(source, method.getBody())) {
                    edits.add(Edit.plain(source.start(method.getBody()), source.end(method.getBody()), EMPTY));
                    return null;
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(new TreePath(source.unit), null);
        return edits;
    }

    /** Whether a compiler error lies within a tree. */
    static boolean hasError(Source source, Tree tree) {
        for (Diagnostic<? extends JavaFileObject> error : source.errors) {
            if (source.start(tree) <= error.getPosition() && error.getPosition() <= source.end(tree)) {
                return true;
            }
        }
        return false;
    }
}
