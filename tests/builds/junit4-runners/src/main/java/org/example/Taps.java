package org.example;

public class Taps {
    private Taps() {}

    static int twice() {
        return 1; // covered by: twice
    }

    static int collected() {
        return 1; // covered by: collected
    }

    static int theory(int a, int b) {
        return a + b; // covered by: theory
    }

    static int inner() {
        return 1; // covered by: inner
    }

    static int given(int a) {
        if (a > 1) { // covered by: given*
            throw new IllegalStateException("given"); // covered by: given1
        }
        return a; // covered by: given0
    }

    static int number(int a) {
        if (a == 2) { // covered by: number*
            throw new IllegalStateException("number"); // covered by: number1
        }
        return a; // covered by: number0
    }
}
