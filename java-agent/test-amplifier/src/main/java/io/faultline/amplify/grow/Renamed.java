package io.faultline.amplify.grow;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A copy of a test class under another name, without its tests but with everything that variants need: fields, set-up,
 * helpers and rules.
 */
final class Renamed {
    private final Source source;
    private final ClassTree type;
    private final String name;
    private final String fresh;
    private final List<Edit> edits = new ArrayList<>();

    /** @param keepsTests keeps the tests, for classes whose helpers call them */
    Renamed(Source source, ClassTree type, boolean keepsTests) {
        this.source = source;
        this.type = type;
        name = type.getSimpleName().toString();
        fresh = name + "Amplified";
        renameAt("\\b(?:class|interface|enum|record)\\s+(" + Pattern.quote(name) + ")\\b", source.start(type));
        for (Tree other : source.unit.getTypeDecls()) {
            if (other != type && source.isWritten(other)) {
                remove(other);
            }
        }
        for (Tree member : type.getMembers()) {
            member(member, keepsTests);
        }
    }

    private void member(Tree member, boolean keepsTests) {
        if (!source.isWritten(member)) {
            return;
        }
        boolean isTest = member instanceof MethodTree && Framework.looksLikeTest((MethodTree) member);
        if (isTest && !keepsTests || member instanceof ClassTree && isNested((ClassTree) member)) {
            remove(member);
            return;
        }
        if (member instanceof MethodTree && ((MethodTree) member).getName().contentEquals("<init>")) {
            renameAt("\\b(" + Pattern.quote(name) + ")\\s*\\(", source.start(member));
        }
        new TreePathScanner<Void, Void>() {
            @Override
            public Void visitIdentifier(IdentifierTree identifier, Void nothing) {
                if (identifier.getName().contentEquals(name) && source.isWritten(identifier)) {
                    edits.add(Edit.plain(source.start(identifier), source.end(identifier), fresh));
                }
                return null;
            }
        }.scan(new TreePath(source.path(type), member), null);
    }

    /** Nested test classes are removed, because Jupiter would run their tests too. */
    private static boolean isNested(ClassTree member) {
        for (AnnotationTree annotation : member.getModifiers().getAnnotations()) {
            if (annotation.getAnnotationType().toString().endsWith("Nested")) {
                return true;
            }
        }
        return false;
    }

    private void renameAt(String pattern, int from) {
        Matcher found = Pattern.compile(pattern).matcher(source.text);
        if (found.find(from)) {
            edits.add(Edit.plain(found.start(1), found.end(1), fresh));
        }
    }

    /** Removes a tree and the whitespace before it. */
    private void remove(Tree tree) {
        int start = source.start(tree);
        while (start > 0 && Character.isWhitespace(source.text.charAt(start - 1))) {
            start--;
        }
        edits.add(Edit.plain(start, source.end(tree), ""));
    }

    /** The path relative to a source root. */
    String path() {
        int slash = source.path.lastIndexOf('/');
        return source.path.substring(0, slash + 1) + fresh + ".java";
    }

    /**
     * The text up to the end of the class's members, and the rest. Errors: {@link Nothing} if it cannot be rewritten.
     */
    String[] halves() throws Nothing {
        int end = source.end(type) - 1;
        List<Edit> before = new ArrayList<>();
        List<Edit> behind = new ArrayList<>();
        edits.forEach(edit -> (edit.to <= end ? before : behind).add(edit));
        Spliced first = Spliced.of(source.text, 0, end, before);
        Spliced last = Spliced.of(source.text, end, source.text.length(), behind);
        if (first == null || last == null) {
            throw new Nothing("not written", "a copy of " + source.file + " under another name cannot be made");
        }
        return new String[] {first.text.stripTrailing(), last.text};
    }
}
