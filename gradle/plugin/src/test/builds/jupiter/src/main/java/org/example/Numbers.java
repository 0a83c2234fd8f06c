package org.example;

public class Numbers {
    public static String kind(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return n % 2 == 0 ? "even" : "odd";
    }

    public static int square(int n) {
        return n + n; // the fault
    }
}
