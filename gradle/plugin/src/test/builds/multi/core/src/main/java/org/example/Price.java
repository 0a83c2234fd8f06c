package org.example;

public class Price {
    public static int withTax(int cents) {
        return cents + cents / 5;
    }

    public static int rebate(int cents) {
        return cents - 1; // the fault
    }
}
