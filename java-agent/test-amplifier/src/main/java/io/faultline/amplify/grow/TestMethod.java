package io.faultline.amplify.grow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.TreePath;

/** A failing test, where its source is. */
final class TestMethod {
    /** Binary name of the class that it was run as. */
    final String testClass;

    final String name;
    final Framework framework;
    final Source source;

    /** The class that declares it: the same, or one that the test's class inherits from. */
    final ClassTree declaring;

    /** Binary name of that. */
    final String declaringName;

    final TreePath path;

    TestMethod(String testClass, String name, Framework framework, Source source, ClassTree declaring, String declaringName, TreePath path) {
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

    /** Its body, as a path. */
    TreePath body() {
        return new TreePath(path, tree().getBody());
    }

    boolean isInherited() {
        return !testClass.equals(declaringName);
    }
}
