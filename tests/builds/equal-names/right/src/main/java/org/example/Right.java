package org.example;

/** Doubles wrongly. */
public final class Right {
    private Right() {}

    public static int half(int number) {
        return number / 2; // covered by: rightHalves
    }

    public static int twice(int number) {
        return number * 3; // covered by: rightDoubles
    }
}
