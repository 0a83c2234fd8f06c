package io.faultline.mutants.boot;

import java.util.Arrays;

/**
 * Binary operations of woven classes: each computes the result under the active mutant.
 *
 * <p>Codes: 0 {@code +}, 1 {@code -}, 2 {@code *}, 3 {@code /}, 4 {@code %}, 5 {@code <<}, 6 {@code >>}, 7 {@code >>>},
 * 8 {@code &}, 9 {@code |}, 10 {@code ^}, 11 the left operand, 12 the right one. When probing, a mutant infects if it
 * divides by zero and the original does not, or the reverse.
 */
public final class Arithmetic {
    public static final int LEFT = 11;
    public static final int RIGHT = 12;

    private static final int[] ALL = {0, 1, 2, 3, 4, LEFT, RIGHT};
    private static final int[] SHIFTS = {5, 6, 7, LEFT};
    private static final int[] BITS = {8, 9, 10, LEFT, RIGHT};

    private static final int[][] OTHERS = others();

    private Arithmetic() {}

    private static int[][] others() {
        int[][] others = new int[LEFT][];
        for (int code = 0; code < LEFT; code++) {
            int[] family = code < 5 ? ALL : code < 8 ? SHIFTS : BITS;
            int[] rest = new int[family.length - 1];
            int size = 0;
            for (int other : family) {
                if (other != code) {
                    rest[size++] = other;
                }
            }
            others[code] = rest;
        }
        return others;
    }

    /** The number of alternatives of the operation. */
    public static int alternatives(int code) {
        return OTHERS[code].length;
    }

    /** Alternative {@code index} of the operation. */
    public static int other(int code, int index) {
        return OTHERS[code][index];
    }

    /** The code to compute: {@code code}, or its replacement if one of its mutants is active. */
    private static int chosen(int code, int active, int base) {
        int index = active - base;
        return index >= 0 && index < OTHERS[code].length ? OTHERS[code][index] : code;
    }

    /** {@code left + right}. */
    public static int add(int left, int right, int base) {
        return Site.isPlain(base) ? left + right : mutated(left, right, 0, base);
    }

    /** {@code left - right}. */
    public static int subtract(int left, int right, int base) {
        return Site.isPlain(base) ? left - right : mutated(left, right, 1, base);
    }

    /** {@code left * right}. */
    public static int multiply(int left, int right, int base) {
        return Site.isPlain(base) ? left * right : mutated(left, right, 2, base);
    }

    /** {@code left / right}. */
    public static int divide(int left, int right, int base) {
        return Site.isPlain(base) ? left / divisor(right) : mutated(left, right, 3, base);
    }

    /** {@code left % right}. */
    public static int remainder(int left, int right, int base) {
        return Site.isPlain(base) ? left % divisor(right) : mutated(left, right, 4, base);
    }

    /** {@code left << right}. */
    public static int shiftLeft(int left, int right, int base) {
        return Site.isPlain(base) ? left << right : mutated(left, right, 5, base);
    }

    /** {@code left >> right}. */
    public static int shiftRight(int left, int right, int base) {
        return Site.isPlain(base) ? left >> right : mutated(left, right, 6, base);
    }

    /** {@code left >>> right}. */
    public static int shiftRightUnsigned(int left, int right, int base) {
        return Site.isPlain(base) ? left >>> right : mutated(left, right, 7, base);
    }

    /** {@code left & right}. */
    public static int and(int left, int right, int base) {
        return Site.isPlain(base) ? left & right : mutated(left, right, 8, base);
    }

    /** {@code left | right}. */
    public static int or(int left, int right, int base) {
        return Site.isPlain(base) ? left | right : mutated(left, right, 9, base);
    }

    /** {@code left ^ right}. */
    public static int xor(int left, int right, int base) {
        return Site.isPlain(base) ? left ^ right : mutated(left, right, 10, base);
    }

    /** {@code left + right}. */
    public static long add(long left, long right, int base) {
        return Site.isPlain(base) ? left + right : mutated(left, right, 0, base);
    }

    /** {@code left - right}. */
    public static long subtract(long left, long right, int base) {
        return Site.isPlain(base) ? left - right : mutated(left, right, 1, base);
    }

    /** {@code left * right}. */
    public static long multiply(long left, long right, int base) {
        return Site.isPlain(base) ? left * right : mutated(left, right, 2, base);
    }

    /** {@code left / right}. */
    public static long divide(long left, long right, int base) {
        return Site.isPlain(base) ? left / divisor(right) : mutated(left, right, 3, base);
    }

    /** {@code left % right}. */
    public static long remainder(long left, long right, int base) {
        return Site.isPlain(base) ? left % divisor(right) : mutated(left, right, 4, base);
    }

    /** {@code left << right}. */
    public static long shiftLeft(long left, int right, int base) {
        return Site.isPlain(base) ? left << right : mutated(left, right, 5, base);
    }

    /** {@code left >> right}. */
    public static long shiftRight(long left, int right, int base) {
        return Site.isPlain(base) ? left >> right : mutated(left, right, 6, base);
    }

    /** {@code left >>> right}. */
    public static long shiftRightUnsigned(long left, int right, int base) {
        return Site.isPlain(base) ? left >>> right : mutated(left, right, 7, base);
    }

    /** {@code left & right}. */
    public static long and(long left, long right, int base) {
        return Site.isPlain(base) ? left & right : mutated(left, right, 8, base);
    }

    /** {@code left | right}. */
    public static long or(long left, long right, int base) {
        return Site.isPlain(base) ? left | right : mutated(left, right, 9, base);
    }

    /** {@code left ^ right}. */
    public static long xor(long left, long right, int base) {
        return Site.isPlain(base) ? left ^ right : mutated(left, right, 10, base);
    }

    /** {@code left + right}. */
    public static float add(float left, float right, int base) {
        return Site.isPlain(base) ? left + right : mutated(left, right, 0, base);
    }

    /** {@code left - right}. */
    public static float subtract(float left, float right, int base) {
        return Site.isPlain(base) ? left - right : mutated(left, right, 1, base);
    }

    /** {@code left * right}. */
    public static float multiply(float left, float right, int base) {
        return Site.isPlain(base) ? left * right : mutated(left, right, 2, base);
    }

    /** {@code left / right}. */
    public static float divide(float left, float right, int base) {
        return Site.isPlain(base) ? left / right : mutated(left, right, 3, base);
    }

    /** {@code left % right}. */
    public static float remainder(float left, float right, int base) {
        return Site.isPlain(base) ? left % right : mutated(left, right, 4, base);
    }

    /** {@code left + right}. */
    public static double add(double left, double right, int base) {
        return Site.isPlain(base) ? left + right : mutated(left, right, 0, base);
    }

    /** {@code left - right}. */
    public static double subtract(double left, double right, int base) {
        return Site.isPlain(base) ? left - right : mutated(left, right, 1, base);
    }

    /** {@code left * right}. */
    public static double multiply(double left, double right, int base) {
        return Site.isPlain(base) ? left * right : mutated(left, right, 2, base);
    }

    /** {@code left / right}. */
    public static double divide(double left, double right, int base) {
        return Site.isPlain(base) ? left / right : mutated(left, right, 3, base);
    }

    /** {@code left % right}. */
    public static double remainder(double left, double right, int base) {
        return Site.isPlain(base) ? left % right : mutated(left, right, 4, base);
    }

    private static int mutated(int left, int right, int code, int base) {
        int active = Site.active;
        if (active < 0) {
            probe(left, right, code, base);
            return compute(left, right, code);
        }
        return compute(left, right, chosen(code, active, base));
    }

    private static void probe(int left, int right, int code, int base) {
        boolean fails = divides(code) && right == 0;
        int own = fails ? 0 : compute(left, right, code);
        for (int i = 0; i < OTHERS[code].length; i++) {
            int other = OTHERS[code][i];
            boolean otherFails = divides(other) && right == 0;
            Site.mark(base, i, fails != otherFails || !fails && compute(left, right, other) != own);
        }
    }

    private static long mutated(long left, long right, int code, int base) {
        int active = Site.active;
        if (active < 0) {
            probe(left, right, code, base);
            return compute(left, right, code);
        }
        return compute(left, right, chosen(code, active, base));
    }

    private static void probe(long left, long right, int code, int base) {
        boolean fails = divides(code) && right == 0;
        long own = fails ? 0 : compute(left, right, code);
        for (int i = 0; i < OTHERS[code].length; i++) {
            int other = OTHERS[code][i];
            boolean otherFails = divides(other) && right == 0;
            Site.mark(base, i, fails != otherFails || !fails && compute(left, right, other) != own);
        }
    }

    private static boolean divides(int code) {
        return code == 3 || code == 4;
    }

    private static float mutated(float left, float right, int code, int base) {
        int active = Site.active;
        if (active < 0) {
            float own = compute(left, right, code);
            for (int i = 0; i < OTHERS[code].length; i++) {
                Site.mark(base, i, Float.compare(compute(left, right, OTHERS[code][i]), own) != 0);
            }
            return own;
        }
        return compute(left, right, chosen(code, active, base));
    }

    private static double mutated(double left, double right, int code, int base) {
        int active = Site.active;
        if (active < 0) {
            double own = compute(left, right, code);
            for (int i = 0; i < OTHERS[code].length; i++) {
                Site.mark(base, i, Double.compare(compute(left, right, OTHERS[code][i]), own) != 0);
            }
            return own;
        }
        return compute(left, right, chosen(code, active, base));
    }

    private static int divisor(int value) {
        if (value == 0) {
            throw byZero();
        }
        return value;
    }

    private static long divisor(long value) {
        if (value == 0) {
            throw byZero();
        }
        return value;
    }

    /**
     * Throws as if from the woven class's own division. The JVM omits message and trace of its own exception in hot
     * code.
     */
    private static ArithmeticException byZero() {
        ArithmeticException thrown = new ArithmeticException("/ by zero");
        StackTraceElement[] trace = thrown.getStackTrace();
        int own = 0;
        while (own < trace.length && trace[own].getClassName().equals(Arithmetic.class.getName())) {
            own++;
        }
        thrown.setStackTrace(Arrays.copyOfRange(trace, own, trace.length));
        return thrown;
    }

    private static int compute(int left, int right, int code) {
        switch (code) {
            case 0:
                return left + right;
            case 1:
                return left - right;
            case 2:
                return left * right;
            case 3:
                return left / divisor(right);
            case 4:
                return left % divisor(right);
            case 5:
                return left << right;
            case 6:
                return left >> right;
            case 7:
                return left >>> right;
            case 8:
                return left & right;
            case 9:
                return left | right;
            case 10:
                return left ^ right;
            default:
                return code == LEFT ? left : right;
        }
    }

    private static long compute(long left, long right, int code) {
        switch (code) {
            case 0:
                return left + right;
            case 1:
                return left - right;
            case 2:
                return left * right;
            case 3:
                return left / divisor(right);
            case 4:
                return left % divisor(right);
            case 5:
                return left << right;
            case 6:
                return left >> right;
            case 7:
                return left >>> right;
            case 8:
                return left & right;
            case 9:
                return left | right;
            case 10:
                return left ^ right;
            default:
                return code == LEFT ? left : right;
        }
    }

    private static float compute(float left, float right, int code) {
        switch (code) {
            case 0:
                return left + right;
            case 1:
                return left - right;
            case 2:
                return left * right;
            case 3:
                return left / right;
            case 4:
                return left % right;
            default:
                return code == LEFT ? left : right;
        }
    }

    private static double compute(double left, double right, int code) {
        switch (code) {
            case 0:
                return left + right;
            case 1:
                return left - right;
            case 2:
                return left * right;
            case 3:
                return left / right;
            case 4:
                return left % right;
            default:
                return code == LEFT ? left : right;
        }
    }
}
