package io.faultline.instrument;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * What one class holds: its methods and lines, from one reading of its bytes. Plain data.
 *
 * <p>Slots are ordered by method, then by line: the slots of one method are consecutive and
 * ascending. A line that the compiler repeats within a method (loops, {@code finally} copies) has
 * one slot; a line that two methods share (lambdas, field initialisers) has one in each.
 */
public final class ClassPlan {
    /** Binary name with dots. */
    public final String name;

    /** The SourceFile attribute, or null. */
    public final String sourceFile;

    /** FNV-1a (64 bits) of the original bytes: tells versions of a class apart, promises no more. */
    public final long hash;

    /** Name, descriptor, name, descriptor ... of the methods with code but bridges, in class-file order. */
    public final String[] methods;

    /** Slot to line. */
    public final int[] lines;

    /** Slot to index of its method ({@code methods[2 * owner]}). */
    public final int[] owners;

    /**
     * Method to whether it is recorded at its entry only: there is no room for more in the 64 KB that a method may
     * have. Its one slot stands for its first line.
     */
    public final boolean[] entryOnly;

    /** Method to the number of its lines that are not recorded, for want of room. */
    public final int[] lost;

    ClassPlan(
            String name,
            String sourceFile,
            long hash,
            String[] methods,
            int[] lines,
            int[] owners,
            boolean[] entryOnly,
            int[] lost) {
        this.name = name;
        this.sourceFile = sourceFile;
        this.hash = hash;
        this.methods = methods;
        this.lines = lines;
        this.owners = owners;
        this.entryOnly = entryOnly;
        this.lost = lost;
    }

    /** Number of slots. The byte at {@code base + slots()} is the class-touched slot. */
    public int slots() {
        return lines.length;
    }

    /** Whether each slot stands for the same line of the same method; methods without slots may differ. Cost: O(slots). */
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

    /** Whether the method of that number is called so. */
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

    /** The numbers of methods by name and descriptor, which no two methods of a class share. */
    Map<String, Integer> numbers() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int method = 0; 2 * method < methods.length; method++) {
            numbers.put(methods[2 * method] + methods[2 * method + 1], method);
        }
        return numbers;
    }

    /** The first slot of a method, or where it would be. Cost: O(log slots). */
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
