package org.example;

/** Roman numerals, for the numbers of invoices. */
public final class Roman {
    private static final int[] VALUES = {100, 90, 50, 40, 10, 9, 5, 4, 1};
    private static final String[] DIGITS = {"C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

    private Roman() {}

    public static String of(int number) {
        StringBuilder text = new StringBuilder();
        int rest = number;
        for (int i = 0; i < VALUES.length; i++) {
            while (rest >= VALUES[i]) {
                text.append(DIGITS[i]);
                rest -= VALUES[i];
            }
        }
        return text.toString();
    }
}
