package io.faultline.amplify.grow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Finds the source of tests, in their class or a supertype. */
final class Finder {
    private final Javac javac;
    private final SourceRoots roots;
    private final Charset encoding;

    /** Sources by outermost class. Each file is read once, so that tests of one class share one copy. */
    private final Map<String, Source> sources = new LinkedHashMap<>();

    Finder(Javac javac, SourceRoots roots, Charset encoding) {
        this.javac = javac;
        this.roots = roots;
        this.encoding = encoding;
    }

    /** Finds a test method. Errors: {@link Nothing} if no source declares it. */
    TestMethod find(String testClass, String method) throws Nothing, IOException {
        Source source = source(testClass);
        ClassTree type = source == null ? null : source.classOf(testClass);
        if (type == null) {
            throw new Nothing(
                    "no source", "the source of " + testClass + " was not found; name the folder that it lies in");
        }
        Element element = source.element(source.path(type));
        if (!(element instanceof TypeElement)) {
            throw new Nothing(
                    "no source",
                    "the class " + testClass + " in " + source.file + " cannot be attributed; compile the tests first");
        }
        TestMethod here = in(source, type, testClass, testClass, (TypeElement) element, method);
        return here != null ? here : inherited(source, testClass, (TypeElement) element, method);
    }

    private TestMethod inherited(Source source, String testClass, TypeElement type, String method)
            throws Nothing, IOException {
        String declared = null;
        for (TypeElement above : above(type)) {
            boolean declares = above.getEnclosedElements().stream()
                    .anyMatch(member -> member.getSimpleName().contentEquals(method));
            if (!declares) {
                continue;
            }
            String name = source.elements.getBinaryName(above).toString();
            declared = declared == null ? name : declared;
            Source other = source(name);
            ClassTree tree = other == null ? null : other.classOf(name);
            TestMethod found = tree == null ? null : in(other, tree, name, testClass, null, method);
            if (found != null) {
                return found;
            }
        }
        if (declared != null) {
            throw new Nothing(
                    "no source",
                    "the source of " + declared + ", from which " + testClass + " inherits `" + method
                            + "`, was not found; name the folder that it lies in");
        }
        throw new Nothing(
                "no method",
                "the class " + testClass + " in " + source.file + " has no method `" + method
                        + "` with a body; record the tests again if they have changed");
    }

    /** All supertypes, nearest first. */
    private static List<TypeElement> above(TypeElement type) {
        List<TypeElement> all = new ArrayList<>(List.of(type));
        for (int i = 0; i < all.size(); i++) {
            List<TypeMirror> next = new ArrayList<>(List.of(all.get(i).getSuperclass()));
            next.addAll(all.get(i).getInterfaces());
            for (TypeMirror mirror : next) {
                if (mirror.getKind() == TypeKind.DECLARED && !all.contains(((DeclaredType) mirror).asElement())) {
                    all.add((TypeElement) ((DeclaredType) mirror).asElement());
                }
            }
        }
        return all.subList(1, all.size());
    }

    private TestMethod in(
            Source source, ClassTree type, String declaring, String testClass, TypeElement element, String method)
            throws Nothing, IOException {
        TreePath found = null;
        for (Tree member : type.getMembers()) {
            if (!(member instanceof MethodTree)
                    || !((MethodTree) member).getName().contentEquals(method)) {
                continue;
            }
            MethodTree tree = (MethodTree) member;
            boolean isBetter = found == null
                    || Framework.looksLikeTest(tree) && !Framework.looksLikeTest((MethodTree) found.getLeaf());
            if (tree.getBody() != null && source.isWritten(tree.getBody()) && isBetter) {
                found = new TreePath(source.path(type), tree);
            }
        }
        if (found == null) {
            return null;
        }
        TypeElement asRun = element != null ? element : source.elements.getTypeElement(testClass.replace('$', '.'));
        Framework framework = asRun == null ? null : Framework.of(asRun, source.element(found));
        if (framework == null) {
            throw new Nothing(
                    "no framework",
                    "the method `" + method + "` of " + testClass + " in " + source.file
                            + " is no test of JUnit or TestNG; grow from another test");
        }
        return new TestMethod(testClass, method, framework, source, type, declaring, found);
    }

    /** The source of a class; null if not found. */
    private Source source(String binaryName) throws IOException {
        int dot = binaryName.lastIndexOf('.');
        int dollar = binaryName.indexOf('$', dot + 2);
        String outermost = dollar < 0 ? binaryName : binaryName.substring(0, dollar);
        if (!sources.containsKey(outermost)) {
            Path file = roots.of(outermost);
            sources.put(
                    outermost,
                    file == null
                            ? null
                            : javac.source(
                                    file,
                                    outermost.replace('.', '/') + ".java",
                                    new String(Files.readAllBytes(file), encoding)));
        }
        return sources.get(outermost);
    }
}
