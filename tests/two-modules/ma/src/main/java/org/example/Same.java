package org.example;

/** Counts on, but forgets to from negative numbers. The other module's class has other code on these lines. */
public final class Same {
    private Same() {}

    public static int next(int number) {
        if (number < 0) {
            return number;
        }
        return number + 1;
    }
}
