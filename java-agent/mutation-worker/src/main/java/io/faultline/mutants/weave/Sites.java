package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;

/**
 * All sites of a class with mutants, numbered by (method in the class file, instruction, operator, alternative),
 * independent of the wanted lines. A number therefore identifies a mutant of these class bytes permanently.
 */
final class Sites {
    /** One instruction and its mutants, numbered from {@code first}. */
    static final class Site {
        final int method;

        /** The index in {@link Sites#reported} of the method that the code was compiled into. */
        final int origin;

        final int line;
        final int instruction;
        final Operator operator;
        final int first;
        final Place place;
        final Change change;

        Site(
                int method,
                int origin,
                int line,
                int instruction,
                Operator operator,
                int first,
                Place place,
                Change change) {
            this.method = method;
            this.origin = origin;
            this.line = line;
            this.instruction = instruction;
            this.operator = operator;
            this.first = first;
            this.place = place;
            this.change = change;
        }

        int alternatives() {
            return change.words.length;
        }

        boolean isLike(Site other) {
            return line == other.line && operator == other.operator && Arrays.equals(change.words, other.change.words);
        }

        /** The same site, known as another one of the compiled class. */
        Site as(Site compiled) {
            return new Site(method, compiled.method, line, instruction, operator, compiled.first, place, change);
        }
    }

    private static final int MOST = 1 << io.faultline.mutants.boot.Site.SHIFT;
    private static final Operator[] OPERATORS = Operator.values();

    final ClassNode type;

    /** Alternating names and descriptors, in class file order. */
    final String[] methods;

    /**
     * The same of the compiled class. A weaver may number the methods that it adds otherwise in each JVM, so mutants are
     * reported as of these.
     */
    String[] reported;

    final List<Site> all = new ArrayList<>();

    /** The total number of mutants. */
    int size;

    int subroutines;

    private final int major;

    private Sites(ClassNode type) {
        this.type = type;
        this.methods = new String[2 * type.methods.size()];
        for (int i = 0; i < type.methods.size(); i++) {
            methods[2 * i] = type.methods.get(i).name;
            methods[2 * i + 1] = type.methods.get(i).desc;
        }
        this.reported = methods;
        this.major = type.version & 0xFFFF;
    }

    /** Finds the sites of an unmodified class. */
    static Sites of(ClassNode type) {
        Sites sites = new Sites(type);
        for (int i = 0; i < type.methods.size(); i++) {
            sites.find(i, type.methods.get(i));
        }
        return sites;
    }

    /**
     * The sites of a class file that a tool made of another one as the class was loaded, with the numbers that they have in
     * that one. A tool puts code before, between and behind what was compiled; what is equal in both, from the end on, is taken
     * for the same. Code may also be in a method that the tool added, as AspectJ moves what an advice surrounds: see {@link
     * MovedSites}. Sites that only one of both has are left out.
     */
    static Sites of(ClassNode type, Sites compiled) {
        Sites changed = of(type);
        List<Site> same = new ArrayList<>();
        for (int i = 0; i < type.methods.size(); i++) {
            int before = compiled.indexOf(type.methods.get(i));
            if (before >= 0) {
                same.addAll(pairs(changed.ofMethod(i), compiled.ofMethod(before)));
            }
        }
        same.addAll(MovedSites.of(changed, compiled, same));
        same.sort(Comparator.comparingInt(site -> site.first));
        changed.all.clear();
        changed.all.addAll(same);
        changed.size = compiled.size;
        changed.reported = compiled.methods;
        return changed;
    }

    /** The sites of a changed method that are those of a compiled one, with their numbers. */
    static List<Site> pairs(List<Site> changed, List<Site> compiled) {
        List<Site> same = new ArrayList<>();
        int at = changed.size() - 1;
        for (int i = compiled.size() - 1; i >= 0; i--) {
            int next = at;
            while (next >= 0 && !changed.get(next).isLike(compiled.get(i))) {
                next--;
            }
            if (next >= 0) {
                same.add(changed.get(next).as(compiled.get(i)));
                at = next - 1;
            }
        }
        return same;
    }

    /** The index of the method of this name and descriptor; -1 without one. */
    int indexOf(MethodNode method) {
        for (int i = 0; i < type.methods.size(); i++) {
            if (methods[2 * i].equals(method.name) && methods[2 * i + 1].equals(method.desc)) {
                return i;
            }
        }
        return -1;
    }

    List<Site> ofMethod(int index) {
        List<Site> of = new ArrayList<>(all);
        of.removeIf(site -> site.method != index);
        return of;
    }

    private void find(int index, MethodNode method) {
        if (HandWritten.hasSubroutines(method)) {
            subroutines++;
        }
        if (!HandWritten.hasMutants(type, method)) {
            return;
        }
        try {
            find(index, new MethodCode(type.name, major, method));
        } catch (AnalyzerException nonsense) {
            // Invalid code: the verifier would reject it too, so it never runs.
        }
    }

    private void find(int index, MethodCode code) {
        Plumbing plumbing = Plumbing.of(code.method);
        int line = 0;
        int instruction = 0;
        for (int i = 0; i < code.nodes.length; i++) {
            AbstractInsnNode node = code.nodes[i];
            if (node instanceof LineNumberNode) {
                line = ((LineNumberNode) node).line;
            } else if (node.getOpcode() >= 0) {
                if (line > 0 && code.frames.at(i) != null && !plumbing.has(node)) {
                    find(index, line, instruction, new Place(code, i));
                }
                instruction++;
            }
        }
    }

    private void find(int method, int line, int instruction, Place place) {
        for (Operator operator : OPERATORS) {
            Change change = operator.finder.at(place);
            if (change != null && size + change.words.length <= MOST) {
                all.add(new Site(method, method, line, instruction, operator, size, place, change));
                size += change.words.length;
            }
        }
    }
}
