package hot;

/** Loops over an array. */
public final class Loops {
    private Loops() {
    }

    /** The compiler makes it one of vector instructions, where nothing is in the way. */
    public static int sum(int[] values) {
        int sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[i];
        }
        return sum;
    }

    /** Each turn waits for the one before. */
    public static int hash(int[] values) {
        int hash = 1;
        for (int i = 0; i < values.length; i++) {
            hash = (hash ^ values[i]) * 0x01000193;
        }
        return hash;
    }

    public static int weight(int[] values) {
        int odd = 0;
        int largest = 0;
        int check = 1;
        for (int value : values) {
            int mixed = value ^ (value >>> 7);
            odd += mixed & 1;
            largest = Math.max(largest, mixed);
            check = (check ^ mixed) * 0x01000193;
        }
        return odd + largest + check;
    }
}
