package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Turns assertions into observations, in a variant and in the helpers that it calls. */
final class Watching {
    static final String OBSERVED = "io.faultline.amplify.observe.Observed";

    /** The actual value is between {@code SEE} and {@code SEEN}. */
    static final String SEE = OBSERVED + ".see(";

    static final String SEEN = "/*seen*/);";

    /** Starts a body that observes. */
    static final String INSTEAD = " " + OBSERVED + ".instead();";

    private Watching() {}

    /**
     * The edits that turn each assertion of a test's body into an observation.
     *
     * @param swapped an assertion that observes the compared value instead, because the exception came from it; null
     * for none
     */
    static List<Edit> body(Source source, TreePath body, Tree swapped) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.plain(source.start(body.getLeaf()) + 1, source.start(body.getLeaf()) + 1, INSTEAD));
        new Scanner(source, swapped) {
            @Override
            void assertion(Tree statement, ExpressionTree actual) {
                edits.add(Edit.plain(source.start(statement), source.start(actual), SEE));
                edits.add(Edit.plain(source.end(actual), source.end(statement), SEEN));
            }
        }.scan(body, null);
        return edits;
    }

    /** The edits of all other methods of a file, which make them observe instead of assert when called by a variant. */
    static List<Edit> helpers(Source source, Set<MethodTree> tests) {
        List<Edit> edits = new ArrayList<>();
        new Scanner(source, null) {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                return tests.contains(method) || Framework.looksLikeTest(method)
                        ? null
                        : super.visitMethod(method, nothing);
            }

            @Override
            void assertion(Tree statement, ExpressionTree actual) {
                int start = source.start(statement);
                String see = "{ if (" + OBSERVED + ".isInstead()) { " + OBSERVED + ".see(" + source.text(actual)
                        + "); } else { ";
                edits.add(Edit.plain(start, start, see));
                edits.add(Edit.plain(source.end(statement), source.end(statement), " } }"));
            }
        }.scan(new TreePath(source.unit), null);
        return edits;
    }

    /** Finds supported assertions that occur in the text. */
    private abstract static class Scanner extends TreePathScanner<Void, Void> {
        private final Source source;
        private final Tree swapped;

        Scanner(Source source, Tree swapped) {
            this.source = source;
            this.swapped = swapped;
        }

        abstract void assertion(Tree statement, ExpressionTree actual);

        @Override
        public Void visitExpressionStatement(ExpressionStatementTree statement, Void nothing) {
            if (!source.isWritten(statement)) {
                return null;
            }
            ExpressionTree actual = statement == swapped
                    ? Assertions.compared(source, getCurrentPath())
                    : Assertions.actual(source, getCurrentPath());
            if (actual != null && source.isWritten(actual)) {
                assertion(statement, actual);
                return null;
            }
            return super.visitExpressionStatement(statement, nothing);
        }
    }
}
