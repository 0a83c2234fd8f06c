package org.example;

public class Calc {
    public static int div(int a, int b) {
        if (b == 0) {
            return 1; // the fault
        }
        return a / b;
    }
}
