package io.faultline.faults;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Supertypes of the classes of two releases, of their dependencies and of the JDK; no class is loaded for it. */
final class Hierarchy {
    private final Release before;
    private final Release after;
    private final Map<String, ClassNode> others = new HashMap<>();

    Hierarchy(Release before, Release after) {
        this.before = before;
        this.after = after;
    }

    /** Null when the class is nowhere on the class path. The later release comes first: it has what was added. */
    ClassNode find(String name) {
        if (name == null) {
            return null;
        }
        ClassNode node = after.classes.get(name);
        node = node == null ? before.classes.get(name) : node;
        return node != null ? node : others.computeIfAbsent(name, Hierarchy::read);
    }

    private static ClassNode read(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            if (in == null) {
                return null;
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
            return node;
        } catch (IOException e) {
            return null;
        }
    }

    private Set<String> supertypes(String name) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(name));
        while (!open.isEmpty()) {
            ClassNode node = find(open.poll());
            if (node == null) {
                continue;
            }
            List<String> direct = new ArrayList<>(node.interfaces);
            if (node.superName != null) {
                direct.add(node.superName);
            }
            direct.stream().filter(all::add).forEach(open::add);
        }
        return all;
    }

    /**
     * Whether a call that the earlier release can make reaches {@code method} of {@code owner} by overriding: some
     * supertype declares it, and not only in the later release.
     */
    boolean overrides(String owner, MethodNode method) {
        if ((method.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) != 0 || method.name.startsWith("<")) {
            return false;
        }
        for (String supertype : supertypes(owner)) {
            boolean inLibrary = before.classes.containsKey(supertype) || after.classes.containsKey(supertype);
            ClassNode node = inLibrary ? before.classes.get(supertype) : find(supertype);
            MethodNode declared = node == null ? null : Release.method(node, method.name, method.desc);
            if (declared != null && (declared.access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0) {
                return true;
            }
        }
        return false;
    }

    String commonSuperclass(String a, String b) {
        List<String> chain = superclasses(a);
        for (String candidate : superclasses(b)) {
            if (chain.contains(candidate)) {
                return candidate;
            }
        }
        return "java/lang/Object";
    }

    private List<String> superclasses(String name) {
        List<String> chain = new ArrayList<>();
        ClassNode node = find(name);
        if (node == null || (node.access & Opcodes.ACC_INTERFACE) != 0) {
            return List.of("java/lang/Object");
        }
        for (; node != null; node = find(node.superName)) {
            chain.add(node.name);
        }
        return chain;
    }
}
