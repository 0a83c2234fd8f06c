package io.faultline.amplify.grow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;

/**
 * Splits a test into one test per assertion, with no other edit.
 *
 * <p>An assertion is a library assertion, a call of a helper in the test's file that asserts, or a {@code try} that
 * fails if nothing is thrown. The whole test, in which every assertion is evaluated ({@link #whole}), shows whether an
 * assertion keeps its meaning alone: {@code assertEquals(1, it.next())} advances the iterator for later assertions.
 */
final class Split {
    private static final Pattern FAIL = Pattern.compile("\\bfail\\s*\\(");
    private static final int DEEPEST = 4;
    private static final String TRY = "{ try {/*tried*/ ";
    private static final String THROWN = "faultlineThrown";
    private static final Pattern TRIED = Pattern.compile(
            Pattern.quote(TRY) + "(.*?) " + Pattern.quote(Watching.OBSERVED)
                    + "\\.held\\([0-9]+, null\\); } catch \\(Throwable " + THROWN + "\\) \\{ "
                    + Pattern.quote(Watching.OBSERVED)
                    + "\\.held\\([0-9]+, " + THROWN + "\\); } }",
            Pattern.DOTALL);

    private final Source source;
    private final Map<Element, MethodTree> helpers = new HashMap<>();
    private final List<Tree> units = new ArrayList<>();
    private final List<TreePath> paths = new ArrayList<>();

    /** For each assertion, its start and end offset, then those of its actual values. */
    private final List<List<int[]>> places = new ArrayList<>();

    private boolean hasHelpers;

    Split(Source source, TreePath body) {
        this.source = source;
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                if (source.isWritten(method) && method.getBody() != null) {
                    helpers.put(source.element(getCurrentPath()), method);
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(new TreePath(source.unit), null);
        new Units().scan(body, null);
        for (TreePath unit : paths) {
            List<int[]> of = new ArrayList<>(List.of(place(unit.getLeaf())));
            looked(unit).forEach(looked -> of.add(place(looked)));
            places.add(of);
        }
    }

    private int[] place(Tree tree) {
        return new int[] {source.start(tree), source.end(tree)};
    }

    /** The number of assertions. */
    int size() {
        return units.size();
    }

    /** The assertions as statements. */
    List<Tree> statements() {
        return units;
    }

    /** The path of an assertion. */
    TreePath path(int unit) {
        return paths.get(unit);
    }

    /** Whether any assertion is in a helper. */
    boolean hasHelpers() {
        return hasHelpers;
    }

    /** The line of an assertion. */
    int line(int unit) {
        return source.line(units.get(unit));
    }

    /** The edits that remove all other assertions. */
    List<Edit> alone(int unit) {
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            if (i != unit) {
                edits.add(Edit.plain(source.start(units.get(i)), source.end(units.get(i)), ";"));
            }
        }
        return edits;
    }

    /** The edits that evaluate every assertion, whether or not others fail. */
    List<Edit> whole() {
        List<Edit> edits = new ArrayList<>();
        for (int i = 0; i < units.size(); i++) {
            int start = source.start(units.get(i));
            int end = source.end(units.get(i));
            edits.add(Edit.plain(start, start, TRY));
            edits.add(Edit.plain(
                    end,
                    end,
                    " " + Watching.OBSERVED + ".held(" + i + ", null); } catch (Throwable " + THROWN + ") { "
                            + Watching.OBSERVED + ".held(" + i + ", " + THROWN + "); } }"));
        }
        return edits;
    }

    /** Undoes the edits of {@link #whole} in a body. */
    static String untried(String body) {
        return TRIED.matcher(body).replaceAll("$1");
    }

    /** Whether an edit would change part of an assertion other than its actual value. */
    boolean isExpected(Edit edit) {
        for (List<int[]> of : places) {
            int[] unit = of.get(0);
            if (edit.to <= unit[0] || unit[1] <= edit.from) {
                continue;
            }
            if (of.subList(1, of.size()).stream().noneMatch(looked -> looked[0] <= edit.from && edit.to <= looked[1])) {
                return true;
            }
        }
        return false;
    }

    /**
     * The actual values of an assertion: the compared value, the code expected to throw, or the statements of a
     * {@code try} before its {@code fail()}.
     */
    private List<Tree> looked(TreePath path) {
        Tree unit = path.getLeaf();
        List<Tree> looked = new ArrayList<>();
        if (unit instanceof TryTree) {
            for (Tree statement : ((TryTree) unit).getBlock().getStatements()) {
                if (source.isWritten(statement)
                        && !FAIL.matcher(source.text(statement)).find()
                        && !asserts(path, statement)) {
                    looked.add(statement);
                }
            }
            return looked;
        }
        Tree actual = Assertions.actual(source, path);
        if (actual != null) {
            looked.add(actual);
            return looked;
        }
        Tree call = ((ExpressionStatementTree) unit).getExpression();
        if (call instanceof MethodInvocationTree) {
            for (Tree argument : ((MethodInvocationTree) call).getArguments()) {
                if (argument instanceof LambdaExpressionTree && source.isWritten(argument)) {
                    looked.add(argument);
                }
            }
        }
        return looked;
    }

    private boolean asserts(TreePath tryPath, Tree statement) {
        TreePath block = new TreePath(tryPath, ((TryTree) tryPath.getLeaf()).getBlock());
        return statement instanceof ExpressionStatementTree && asserts(new TreePath(block, statement), 0);
    }

    private final class Units extends TreePathScanner<Void, Void> {
        @Override
        public Void visitExpressionStatement(ExpressionStatementTree statement, Void nothing) {
            if (source.isWritten(statement) && asserts(getCurrentPath(), 0)) {
                units.add(statement);
                paths.add(getCurrentPath());
                hasHelpers |= !Assertions.isAssertion(source, getCurrentPath());
            }
            return null;
        }

        @Override
        public Void visitTry(TryTree tree, Void nothing) {
            if (source.isWritten(tree)
                    && !tree.getCatches().isEmpty()
                    && FAIL.matcher(source.text(tree.getBlock())).find()) {
                units.add(tree);
                paths.add(getCurrentPath());
                return null;
            }
            return super.visitTry(tree, nothing);
        }

        @Override
        public Void visitClass(ClassTree tree, Void nothing) {
            return null;
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree tree, Void nothing) {
            return null;
        }
    }

    /** Whether a statement asserts, itself or through a helper. */
    private boolean asserts(TreePath statement, int depth) {
        if (Assertions.isAssertion(source, statement)) {
            return true;
        }
        Tree expression = ((ExpressionStatementTree) statement.getLeaf()).getExpression();
        if (depth >= DEEPEST || !(expression instanceof MethodInvocationTree)) {
            return false;
        }
        MethodTree helper = helpers.get(source.element(new TreePath(statement, expression)));
        if (helper == null) {
            return false;
        }
        boolean[] found = {false};
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitExpressionStatement(ExpressionStatementTree inner, Void nothing) {
                found[0] |= asserts(getCurrentPath(), depth + 1);
                return found[0] ? null : super.visitExpressionStatement(inner, nothing);
            }
        }.scan(new TreePath(source.path(helper), (BlockTree) helper.getBody()), null);
        return found[0];
    }
}
