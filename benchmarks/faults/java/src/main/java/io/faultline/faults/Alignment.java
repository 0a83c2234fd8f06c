package io.faultline.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;
import org.objectweb.asm.tree.ClassNode;

/**
 * Names for what has none in the source.
 *
 * <p>A compiler numbers anonymous classes, bodies of lambdas and accessors, so one more lambda shifts all others. The
 * nameless of a later release get names that mean the same in an earlier one, or names that the earlier one cannot
 * have. Anonymous classes are paired by enclosing method and supertypes, in their order.
 */
final class Alignment {
    /** Suffix of what the later release numbered itself and the earlier one has no counterpart for. */
    private static final String OWN = "$f";
    private static final Comparator<ClassNode> BY_DEPTH = Comparator.<ClassNode>comparingLong(Alignment::depth)
            .thenComparingInt(node -> node.name.length()).thenComparing(node -> node.name);

    private Alignment() {}

    /** The classes of {@code later} under their new names. */
    static Map<String, ClassNode> of(Release later, Release earlier) {
        Map<String, String> names = pairs(later, earlier);
        // The descriptors that the remapper is asked with are those of the later release.
        Remapper remapper = new Remapper(Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return names.get(name);
            }

            @Override
            public String mapMethodName(String owner, String name, String descriptor) {
                return later.helper(owner, name, descriptor) == null ? name : name + OWN;
            }
        };
        Map<String, ClassNode> aligned = new TreeMap<>();
        for (ClassNode node : later.classes.values()) {
            ClassNode renamed = new ClassNode();
            node.accept(new ClassRemapper(renamed, remapper));
            aligned.put(renamed.name, renamed);
        }
        return aligned;
    }

    private static Map<String, String> pairs(Release later, Release earlier) {
        Map<String, String> names = new LinkedHashMap<>();
        Map<String, List<String>> before = numbered(earlier);
        Map<String, Integer> taken = new HashMap<>();
        // Outer classes come first (fewer '$'), so that the names of what they hold are known.
        for (ClassNode node : byDepth(later)) {
            if (Release.isSwitchTable(node)) {
                names.put(node.name, node.name + OWN);
            } else if (Release.isNumbered(node)) {
                String key = key(node, names);
                List<String> candidates = before.getOrDefault(key, List.of());
                int turn = taken.merge(key, 1, Integer::sum) - 1;
                names.put(node.name, turn < candidates.size() ? candidates.get(turn) : node.name + OWN);
            } else {
                String holder = renamedHolder(node.name, names);
                if (holder != null) {
                    names.put(node.name, names.get(holder) + node.name.substring(holder.length()));
                }
            }
        }
        return names;
    }

    private static String renamedHolder(String name, Map<String, String> names) {
        for (int at = name.lastIndexOf('$'); at > 0; at = name.lastIndexOf('$', at - 1)) {
            if (names.containsKey(name.substring(0, at))) {
                return name.substring(0, at);
            }
        }
        return null;
    }

    private static Map<String, List<String>> numbered(Release release) {
        Map<String, List<String>> found = new HashMap<>();
        for (ClassNode node : byDepth(release)) {
            if (Release.isNumbered(node) && !Release.isSwitchTable(node)) {
                found.computeIfAbsent(key(node, Map.of()), k -> new ArrayList<>()).add(node.name);
            }
        }
        return found;
    }

    private static String key(ClassNode node, Map<String, String> names) {
        // A table of a switch has no outer class.
        String outer = node.outerClass == null ? null : names.getOrDefault(node.outerClass, node.outerClass);
        String label = node.name.replaceFirst(".*\\$\\d+", "");
        return outer + " " + node.outerMethod + " " + node.superName + " " + node.interfaces + " " + label;
    }

    private static List<ClassNode> byDepth(Release release) {
        return release.classes.values().stream().sorted(BY_DEPTH).toList();
    }

    private static long depth(ClassNode node) {
        return node.name.chars().filter(c -> c == '$').count();
    }
}
