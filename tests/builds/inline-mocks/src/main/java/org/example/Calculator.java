package org.example;

/** Final: only mocks that redefine the class can be made of it. */
public final class Calculator { // covered by: real, spied, realAgain, left, right, afterwards
    private int sum;

    public int add(int x) {
        sum += x; // covered by: real, spied, realAgain, left, right, afterwards
        return sum; // covered by: real, spied, realAgain, left, right, afterwards
    }

    public int left() {
        return 1; // covered by: left
    }

    public int right() {
        return 2; // covered by: right
    }
}
