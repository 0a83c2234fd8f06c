package io.faultline.instrument;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The methods and lines of a class, from one pass over its bytes. Immutable.
 *
 * <p>Slots are ordered by method, then by line: the slots of a method are consecutive and ascending. A line repeated
 * within a method by the compiler (loops, {@code finally} copies) has one slot; a line shared by two methods (lambdas,
 * field initialisers) has one in each.
 */
public final class ClassPlan {
    /** Binary name with dots. */
    public final String name;

    /** The SourceFile attribute, or null. */
    public final String sourceFile;

    /** FNV-1a hash (64 bits) of the original bytes, to distinguish versions of a class. */
    public final long hash;

    /** Name, descriptor, name, descriptor ... of the methods with code except bridges, in class-file order. */
    public final String[] methods;

    /** Line of each slot. */
    public final int[] lines;

    /** Index of each slot's method ({@code methods[2 * owner]}). */
    public final int[] owners;

    /**
     * Whether each method is recorded only at its entry, because more probes would exceed 64 KB. Its only slot is its
     * first line.
     */
    public final boolean[] entryOnly;

    /** Number of lines of each method that are not recorded for lack of room. */
    public final int[] lost;

    /** Whether a person wrote each method beyond the last line that a class file can name; it has no slot. */
    public final boolean[] unlined;

    ClassPlan(
            String name,
            String sourceFile,
            long hash,
            String[] methods,
            int[] lines,
            int[] owners,
            boolean[] entryOnly,
            int[] lost,
            boolean[] unlined) {
        this.name = name;
        this.sourceFile = sourceFile;
        this.hash = hash;
        this.methods = methods;
        this.lines = lines;
        this.owners = owners;
        this.entryOnly = entryOnly;
        this.lost = lost;
        this.unlined = unlined;
    }

    /** Returns the number of slots. The byte at {@code base + slots()} marks the class as touched. */
    public int slots() {
        return lines.length;
    }

    /** Whether all slots have the same line of the same method; methods without slots may differ. Cost: O(slots). */
    public boolean hasSlotsOf(ClassPlan other) {
        if (!Arrays.equals(lines, other.lines)) {
            return false;
        }
        for (int slot = 0; slot < owners.length; slot++) {
            int theirs = 2 * other.owners[slot];
            if (!isMethod(owners[slot], other.methods[theirs], other.methods[theirs + 1])) {
                return false;
            }
        }
        return true;
    }

    /** Whether it has all lines of another plan of the same source, in whatever methods. Cost: O(slots log slots). */
    public boolean hasLinesOf(ClassPlan other) {
        int[] own = sortedLines();
        for (int line : other.lines) {
            if (Arrays.binarySearch(own, line) < 0) {
                return false;
            }
        }
        return name.equals(other.name) && sourceFile != null && sourceFile.equals(other.sourceFile);
    }

    /** Returns the same plan with another hash. */
    ClassPlan withHash(long other) {
        return new ClassPlan(name, sourceFile, other, methods, lines, owners, entryOnly, lost, unlined);
    }

    /** Whether the method with this number has this name and descriptor. */
    boolean isMethod(int number, String name, String descriptor) {
        return 2 * number < methods.length
                && methods[2 * number].equals(name)
                && methods[2 * number + 1].equals(descriptor);
    }

    /** All lines, ascending. Cost: O(slots log slots). */
    public int[] sortedLines() {
        int[] sorted = lines.clone();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Returns the numbers of methods by name and descriptor, which are unique in a class. */
    Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int method = 0; 2 * method < methods.length; method++) {
            numbers.put(methods[2 * method] + methods[2 * method + 1], method);
        }
        return numbers;
    }

    /** Returns the first slot of a method, or its insertion point. Cost: O(log slots). */
    int firstSlot(int method) {
        int from = 0;
        int to = owners.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (owners[middle] < method) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
