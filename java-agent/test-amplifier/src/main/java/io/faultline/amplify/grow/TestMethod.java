package io.faultline.amplify.grow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;

/** A failing test and its source. */
final class TestMethod {
    /** Binary name of the class as which the test ran. */
    final String testClass;

    final String name;
    final Framework framework;
    final Source source;

    /** The declaring class: the test class or a supertype. */
    final ClassTree declaring;

    /** Binary name of the declaring class. */
    final String declaringName;

    final TreePath path;

    TestMethod(
            String testClass,
            String name,
            Framework framework,
            Source source,
            ClassTree declaring,
            String declaringName,
            TreePath path) {
        this.testClass = testClass;
        this.name = name;
        this.framework = framework;
        this.source = source;
        this.declaring = declaring;
        this.declaringName = declaringName;
        this.path = path;
    }

    MethodTree tree() {
        return (MethodTree) path.getLeaf();
    }

    /** The path of its body. */
    TreePath body() {
        return new TreePath(path, tree().getBody());
    }

    boolean isInherited() {
        return !testClass.equals(declaringName);
    }
}
