package io.faultline.runtime;

import java.util.Arrays;

/**
 * A container of tests (a class, a suite, a factory of tests) between its start and its end, or a
 * fixture method that a framework reports by itself.
 */
final class Container {
    private static final int[] NONE = {};

    final Framework framework;
    final Object key;
    final TestName name;
    final Thread thread;

    /** As of {@link OpenTest#level}. */
    final int level;

    /** The container in which its thread was when it began, or null. */
    final Container around;

    /** It runs after the tests, so none of them can depend on it. */
    final boolean after;

    /** What its thread runs is for all of its tests: until it hands them on, or starts the first. */
    boolean preparing = true;

    /** Of a test that turned out to have tests of its own: when it started. */
    long startNanos;

    /** Such a test: it gets a row when it ends. */
    boolean isTest;

    /** Owner of what it runs before its tests, as the recorder gave it. */
    Context hits;

    /** Numbers of what was recorded for all of its tests. */
    int[] fixtures = NONE;

    /** Number of what it ran itself, or -1. */
    int own = -1;

    Container(Framework framework, Object key, TestName name, Thread thread, int level, Container around, boolean after) {
        this.framework = framework;
        this.key = key;
        this.name = name;
        this.thread = thread;
        this.level = level;
        this.around = around;
        this.after = after;
    }

    /** Adds a fixture; a negative number is none. */
    void add(int fixture) {
        fixtures = with(fixtures, fixture);
    }

    /** Numbers with others, each once. */
    static int[] withAll(int[] numbers, int[] others) {
        int[] all = numbers;
        for (int other : others) {
            all = with(all, other);
        }
        return all;
    }

    /** Numbers with one more, unless it is there or negative. */
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
