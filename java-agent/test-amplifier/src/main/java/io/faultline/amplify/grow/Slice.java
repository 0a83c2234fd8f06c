package io.faultline.amplify.grow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Reduces a test to one statement and its dependencies (Xuan and Monperrus, FSE 2014: test case purification).
 *
 * <p>A statement stays if it declares or assigns a variable used by a statement that stays; if it uses a mutable object
 * that such a statement uses; if it calls a method on something other than a variable, which may have side effects; if
 * it jumps; or if it surrounds a statement that stays. Statements on other variables are removed. If a loop surrounds
 * the wanted statement, later statements of the loop count as earlier ones.
 */
final class Slice {
    private final Source source;
    private final Mentioned mentioned;

    /** Other assertions, which are always removed. */
    private final Set<Tree> others;

    private final Tree wanted;
    private final Set<Element> needed = new HashSet<>();

    /** Statements not yet known to be needed; declarations in one statement form a group. */
    private final List<List<TreePath>> waiting = new ArrayList<>();

    private final List<Edit> edits = new ArrayList<>();

    private Slice(Source source, Mentioned mentioned, Tree wanted, Set<Tree> others) {
        this.source = source;
        this.mentioned = mentioned;
        this.wanted = wanted;
        this.others = others;
    }

    /** The edits that reduce a body to the wanted statement and its dependencies. */
    static List<Edit> of(Source source, Mentioned mentioned, TreePath body, TreePath wanted, List<Tree> assertions) {
        Set<Tree> others = Collections.newSetFromMap(new IdentityHashMap<>());
        others.addAll(assertions);
        others.remove(wanted.getLeaf());
        Slice slice = new Slice(source, mentioned, wanted.getLeaf(), others);
        slice.needed.addAll(mentioned.in(wanted, others));
        slice.inside(body, false);
        slice.settle();
        slice.waiting.forEach(slice::leaveOut);
        others.forEach(other -> slice.edits.add(Edit.plain(source.start(other), source.end(other), ";")));
        return slice.apart();
    }

    /** The edits without those nested in another edit. */
    private List<Edit> apart() {
        List<Edit> apart = new ArrayList<>();
        for (Edit edit : edits) {
            if (edits.stream().noneMatch(other -> other != edit && other.from <= edit.from && edit.to <= other.to)) {
                apart.add(edit);
            }
        }
        return apart;
    }

    private boolean surrounds(Tree tree) {
        return source.start(tree) <= source.start(wanted) && source.end(wanted) <= source.end(tree);
    }

    /** Visits the parts of a statement that surrounds the wanted one. */
    private void inside(TreePath path, boolean isLoop) {
        Tree tree = path.getLeaf();
        if (tree == wanted) {
            return;
        }
        if (tree instanceof BlockTree) {
            statements(path, ((BlockTree) tree).getStatements(), isLoop);
            return;
        }
        boolean isInLoop = isLoop
                || tree instanceof ForLoopTree
                || tree instanceof EnhancedForLoopTree
                || tree instanceof WhileLoopTree
                || tree instanceof DoWhileLoopTree;
        StatementTree within = within(tree);
        Set<Tree> leaving = Collections.newSetFromMap(new IdentityHashMap<>());
        leaving.addAll(others);
        if (within != null) {
            leaving.add(within);
        }
        // The surrounding code stays unchanged.
        needed.addAll(mentioned.in(path, leaving));
        if (within != null) {
            inside(new TreePath(path, within), isInLoop);
        }
    }

    /**
     * The part of a statement that contains the wanted one and whose own statements can be removed individually; null
     * if there is none.
     */
    private StatementTree within(Tree tree) {
        List<StatementTree> parts = new ArrayList<>();
        if (tree instanceof IfTree) {
            parts.add(((IfTree) tree).getThenStatement());
            parts.add(((IfTree) tree).getElseStatement());
        } else if (tree instanceof ForLoopTree) {
            parts.add(((ForLoopTree) tree).getStatement());
        } else if (tree instanceof EnhancedForLoopTree) {
            parts.add(((EnhancedForLoopTree) tree).getStatement());
        } else if (tree instanceof WhileLoopTree) {
            parts.add(((WhileLoopTree) tree).getStatement());
        } else if (tree instanceof DoWhileLoopTree) {
            parts.add(((DoWhileLoopTree) tree).getStatement());
        } else if (tree instanceof TryTree) {
            parts.add(((TryTree) tree).getBlock());
            parts.add(((TryTree) tree).getFinallyBlock());
        }
        return parts.stream()
                .filter(part -> part != null && surrounds(part))
                .findFirst()
                .orElse(null);
    }

    private void statements(TreePath block, List<? extends StatementTree> statements, boolean isLoop) {
        List<TreePath> together = List.of();
        for (StatementTree statement : statements) {
            TreePath path = new TreePath(block, statement);
            if (!source.isWritten(statement) || others.contains(statement)) {
                continue;
            }
            if (surrounds(statement)) {
                inside(path, isLoop);
                continue;
            }
            if (source.start(statement) > source.start(wanted) && !isLoop) {
                leaveOut(List.of(path));
                continue;
            }
            boolean isOfLast =
                    !together.isEmpty() && source.start(together.get(0).getLeaf()) == source.start(statement);
            if (isOfLast) {
                together.add(path);
            } else {
                together = new ArrayList<>(List.of(path));
                waiting.add(together);
            }
        }
    }

    private void leaveOut(List<TreePath> together) {
        int end = together.stream()
                .mapToInt(path -> source.end(path.getLeaf()))
                .max()
                .orElse(0);
        edits.add(Edit.plain(source.start(together.get(0).getLeaf()), end, ";"));
    }

    /** Moves statements from waiting to needed until nothing changes. */
    private void settle() {
        boolean isSettled = false;
        while (!isSettled) {
            isSettled = true;
            for (List<TreePath> together : List.copyOf(waiting)) {
                if (together.stream().anyMatch(this::matters)) {
                    waiting.remove(together);
                    together.forEach(path -> needed.addAll(mentioned.in(path, others)));
                    isSettled = false;
                }
            }
        }
    }

    private boolean matters(TreePath statement) {
        Set<Element> assigned = mentioned.assigned(statement, others);
        return assigned.stream().anyMatch(element -> needed.contains(element) || Mentioned.isStaticField(element))
                || mentioned.in(statement, others).stream()
                        .anyMatch(element -> needed.contains(element) && Mentioned.canChange(element))
                || reachesFarther(statement);
    }

    /** Whether it jumps, declares a class, or contains a call whose receiver is no variable. */
    private boolean reachesFarther(TreePath statement) {
        boolean[] found = {false};
        new TreePathScanner<Void, Void>() {
            @Override
            public Void scan(Tree tree, Void nothing) {
                boolean jumps = tree instanceof ReturnTree
                        || tree instanceof ThrowTree
                        || tree instanceof BreakTree
                        || tree instanceof ContinueTree;
                found[0] |= jumps && !others.contains(tree);
                return found[0] || others.contains(tree) ? null : super.scan(tree, nothing);
            }

            @Override
            public Void visitExpressionStatement(ExpressionStatementTree inner, Void nothing) {
                ExpressionTree expression = inner.getExpression();
                boolean isCall = expression instanceof MethodInvocationTree || expression instanceof NewClassTree;
                found[0] |= isCall && !isReceivedByVariable(getCurrentPath(), expression);
                return null;
            }

            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                found[0] = true;
                return null;
            }

            @Override
            public Void visitNewClass(NewClassTree made, Void nothing) {
                return null;
            }

            @Override
            public Void visitLambdaExpression(LambdaExpressionTree lambda, Void nothing) {
                return null;
            }
        }.scan(statement, null);
        return found[0];
    }

    private boolean isReceivedByVariable(TreePath statement, ExpressionTree call) {
        ExpressionTree at = call;
        while (true) {
            if (at instanceof MethodInvocationTree) {
                ExpressionTree select = ((MethodInvocationTree) at).getMethodSelect();
                if (!(select instanceof MemberSelectTree)) {
                    return false;
                }
                at = ((MemberSelectTree) select).getExpression();
            } else if (at instanceof MemberSelectTree
                    && !Mentioned.isVariable(source.element(new TreePath(statement, at)))) {
                return false;
            } else if (at instanceof MemberSelectTree) {
                at = ((MemberSelectTree) at).getExpression();
            } else if (at instanceof ParenthesizedTree) {
                at = ((ParenthesizedTree) at).getExpression();
            } else {
                return at instanceof IdentifierTree
                        && Mentioned.isVariable(source.element(new TreePath(statement, at)));
            }
        }
    }

    /**
     * The only statement on a line of a body that is neither block nor loop; null if there is none or several, or if it
     * belongs to an assertion.
     */
    static TreePath at(Source source, TreePath body, int line, List<Tree> assertions) {
        List<TreePath> found = new ArrayList<>();
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitExpressionStatement(ExpressionStatementTree statement, Void nothing) {
                return look(statement);
            }

            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                return getCurrentPath().getParentPath().getLeaf() instanceof BlockTree ? look(variable) : null;
            }

            @Override
            public Void visitClass(ClassTree type, Void nothing) {
                return null;
            }

            private Void look(Tree statement) {
                boolean isThere = source.isWritten(statement)
                        && source.line(statement) <= line
                        && line <= source.line(source.end(statement));
                if (isThere) {
                    found.add(getCurrentPath());
                }
                return null;
            }
        }.scan(body, null);
        boolean isOne = found.size() == 1;
        boolean isAsserted = isOne
                && assertions.stream()
                        .anyMatch(assertion -> source.start(assertion)
                                        <= source.start(found.get(0).getLeaf())
                                && source.end(found.get(0).getLeaf()) <= source.end(assertion));
        return isOne && !isAsserted ? found.get(0) : null;
    }
}
