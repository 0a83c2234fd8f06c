package io.faultline.amplify.grow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.Trees;
import java.nio.file.Path;
import java.util.List;
import javax.lang.model.element.Element;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.util.Elements;
import javax.lang.model.util.Types;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;

/** A source file with its attributed syntax tree. */
final class Source {
    final Path file;

    /** Path relative to the source root. */
    final String path;

    final String text;
    final CompilationUnitTree unit;
    final Types types;
    final Elements elements;
    final List<Diagnostic<? extends JavaFileObject>> errors;
    private final Trees trees;
    private final SourcePositions positions;

    Source(
            Path file,
            String path,
            String text,
            CompilationUnitTree unit,
            JavacTask task,
            List<Diagnostic<? extends JavaFileObject>> errors) {
        this.file = file;
        this.path = path;
        this.text = text;
        this.unit = unit;
        this.errors = errors;
        trees = Trees.instance(task);
        positions = trees.getSourcePositions();
        types = task.getTypes();
        elements = task.getElements();
    }

    /** Start offset of a tree; -1 if compiler-generated. */
    int start(Tree tree) {
        return (int) positions.getStartPosition(unit, tree);
    }

    /** End offset of a tree; -1 if compiler-generated. */
    int end(Tree tree) {
        return (int) positions.getEndPosition(unit, tree);
    }

    /** Whether a tree occurs in the text, so is not compiler-generated. */
    boolean isWritten(Tree tree) {
        return tree != null && start(tree) >= 0 && end(tree) > start(tree);
    }

    String text(Tree tree) {
        return text.substring(start(tree), end(tree));
    }

    int line(int offset) {
        return (int) unit.getLineMap().getLineNumber(offset);
    }

    int line(Tree tree) {
        return line(start(tree));
    }

    /** The element that a tree denotes; null if unknown. */
    Element element(TreePath path) {
        return trees.getElement(path);
    }

    /** The type of a tree; null if unknown. */
    TypeMirror type(TreePath path) {
        return trees.getTypeMirror(path);
    }

    TreePath path(Tree tree) {
        return trees.getPath(unit, tree);
    }

    /** The class with this binary name; null if the file does not declare it. */
    ClassTree classOf(String binaryName) {
        int dot = binaryName.lastIndexOf('.');
        return find(unit.getTypeDecls(), binaryName.substring(dot + 1));
    }

    private static ClassTree find(List<? extends Tree> among, String name) {
        for (Tree tree : among) {
            if (!(tree instanceof ClassTree)) {
                continue;
            }
            ClassTree type = (ClassTree) tree;
            String simple = type.getSimpleName().toString();
            if (name.equals(simple)) {
                return type;
            }
            if (name.startsWith(simple + "$")) {
                ClassTree inner = find(type.getMembers(), name.substring(simple.length() + 1));
                if (inner != null) {
                    return inner;
                }
            }
        }
        return null;
    }
}
