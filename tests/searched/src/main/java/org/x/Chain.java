package org.x;

/** Each method has something that a search must see as a recording does. */
public class Chain extends Middle {
    static final int[] TABLE = table();

    private static int[] table() {
        return new int[] {1, 2, 3};
    }

    /** Where a variable ends with its branch, `else if` begins with the jump that ends the branch. */
    public int sort(int n, String text) {
        int kind = 0;
        if (n < 0) {
            String longer = text + n;
            kind = longer.length();
        } else if (n == 0) {
            String longer = text + 7;
            kind = longer.length() + 1;
        } else if (n > 100) {
            kind = TABLE[0];
        } else {
            kind = 4;
        }
        return kind;
    }

    /** Runs nothing of the class whose field it reads. */
    public int limit() {
        return Limits.LIMIT;
    }

    /** What comes after the failure is this method's own. */
    public int careful() {
        int got = 0;
        try {
            got = Broken.VALUE;
        } catch (LinkageError e) {
            got = -1;
        }
        if (got < 0) {
            got = 5;
        }
        return got;
    }
}
