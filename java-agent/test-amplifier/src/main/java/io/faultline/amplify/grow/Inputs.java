package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The inputs of a test: its literals, and call arguments and array elements that contain no other input.
 *
 * <p>An input is identified by its position in the test, so removals and insertions do not shift other inputs. Expected
 * values are not inputs.
 */
final class Inputs {
    private static final Pattern LITERAL =
            Pattern.compile("\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])+'|\\b(?:[0-9][\\w.]*|true|false|null)\\b");

    /** Start and end offset of each input. */
    private final List<int[]> places = new ArrayList<>();

    Inputs(Source source, TreePath body, Split split) {
        List<int[]> all = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitExpressionStatement(ExpressionStatementTree statement, Void nothing) {
                ExpressionTree actual =
                        source.isWritten(statement) ? Assertions.actual(source, getCurrentPath()) : null;
                if (actual != null) {
                    return scan(new TreePath(new TreePath(getCurrentPath(), statement.getExpression()), actual), null);
                }
                return super.visitExpressionStatement(statement, nothing);
            }

            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                call.getArguments().forEach(this::input);
                return super.visitMethodInvocation(call, nothing);
            }

            @Override
            public Void visitNewClass(NewClassTree call, Void nothing) {
                call.getArguments().forEach(this::input);
                return super.visitNewClass(call, nothing);
            }

            @Override
            public Void visitNewArray(NewArrayTree array, Void nothing) {
                if (array.getInitializers() != null) {
                    array.getInitializers().forEach(this::input);
                }
                return super.visitNewArray(array, nothing);
            }

            @Override
            public Void visitLiteral(LiteralTree literal, Void nothing) {
                input(literal);
                return null;
            }

            private void input(Tree tree) {
                if (source.isWritten(tree) && !split.isExpected(Edit.plain(source.start(tree), source.end(tree), ""))) {
                    all.add(new int[] {source.start(tree), source.end(tree)});
                }
            }
        }.scan(body, null);
        for (int[] place : all) {
            if (all.stream().noneMatch(other -> isWithin(other, place) && !isWithin(place, other))
                    && places.stream().noneMatch(other -> isWithin(other, place))) {
                places.add(place);
            }
        }
    }

    private static boolean isWithin(int[] inner, int[] outer) {
        return outer[0] <= inner[0] && inner[1] <= outer[1];
    }

    /**
     * Counts the inputs of a test after these edits: {@code UNCHANGED/TOTAL}, the total being that of the larger of
     * both tests.
     */
    String after(List<Edit> edits) {
        int equal = 0;
        for (int[] place : places) {
            if (edits.stream().noneMatch(edit -> edit.from < place[1] && place[0] < edit.to)) {
                equal++;
            }
        }
        int more = 0;
        for (Edit edit : edits) {
            long gone = places.stream()
                    .filter(place -> edit.from < place[1] && place[0] < edit.to)
                    .count();
            more += (int) (literals(edit.with) - gone);
        }
        return equal + "/" + (places.size() + Math.max(0, more));
    }

    private static int literals(String code) {
        int count = 0;
        for (Matcher matcher = LITERAL.matcher(code); matcher.find(); ) {
            count++;
        }
        return count;
    }
}
