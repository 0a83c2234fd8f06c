package io.faultline.runtime;

import java.util.Arrays;

/**
 * A container of tests (a class, a suite, a factory of tests) between start and end, or a fixture method reported by
 * its framework.
 */
final class Container {
    private static final int[] NONE = {};

    final Framework framework;
    final Object key;
    final TestName name;
    final Thread thread;

    /** As in {@link OpenTest#level}. */
    final int level;

    /** The enclosing container on its thread when it began, or null. */
    final Container around;

    /** Whether it runs after its tests, so that none can depend on it. */
    final boolean after;

    /** Whether its thread's hits are for all of its tests: until it hands on to them, or starts the first. */
    boolean preparing = true;

    /** Whether it prepares again, after a child that it found while it ran: for the next of these alone. */
    boolean isBetween;

    /** For a test with tests of its own: its start time. */
    long startNanos;

    /** Whether it is such a test, which gets a row when it ends. */
    boolean isTest;

    /** Owner of the hits before its tests, from the recorder. */
    Context hits;

    /** Numbers of fixtures for all of its tests. */
    int[] fixtures = NONE;

    /** Number of the fixture with its own hits, or -1. */
    int own = -1;

    Container(
            Framework framework, Object key, TestName name, Thread thread, int level, Container around, boolean after) {
        this.framework = framework;
        this.key = key;
        this.name = name;
        this.thread = thread;
        this.level = level;
        this.around = around;
        this.after = after;
    }

    /** Adds a fixture; ignores negative numbers. */
    void add(int fixture) {
        fixtures = with(fixtures, fixture);
    }

    /** Returns the union of two lists of numbers. */
    static int[] withAll(int[] numbers, int[] others) {
        int[] all = numbers;
        for (int other : others) {
            all = with(all, other);
        }
        return all;
    }

    /** Returns a list with one more number, unless it is present or negative. */
    static int[] with(int[] numbers, int number) {
        if (number < 0) {
            return numbers;
        }
        for (int known : numbers) {
            if (known == number) {
                return numbers;
            }
        }
        int[] more = Arrays.copyOf(numbers, numbers.length + 1);
        more[numbers.length] = number;
        return more;
    }
}
