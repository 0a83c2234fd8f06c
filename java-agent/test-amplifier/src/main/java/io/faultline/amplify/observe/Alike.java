package io.faultline.amplify.observe;

/** Compares observations; floating-point numbers may differ by rounding. */
public final class Alike {
    private static final double ROUNDING = 1e-9;
    private static final String NUMBER = "D:";

    private Alike() {}

    /** Whether two observations are equal up to rounding. */
    public static boolean are(String a, String b) {
        if (a.equals(b)) {
            return true;
        }
        if (!a.startsWith(NUMBER) || !b.startsWith(NUMBER)) {
            return false;
        }
        try {
            double x = Double.parseDouble(a.substring(NUMBER.length()));
            double y = Double.parseDouble(b.substring(NUMBER.length()));
            return Math.abs(x - y) <= ROUNDING * Math.max(Math.abs(x), Math.abs(y));
        } catch (NumberFormatException text) {
            return false;
        }
    }
}
