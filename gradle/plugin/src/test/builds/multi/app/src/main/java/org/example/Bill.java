package org.example;

public class Bill {
    public static String of(int cents) {
        return "to pay: " + Price.rebate(cents);
    }
}
