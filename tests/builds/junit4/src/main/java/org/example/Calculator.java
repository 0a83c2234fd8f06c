package org.example;

/** A library small enough that every covered line can be checked by eye. */
public class Calculator { // covered by: adds, divides*, expects, assumes, oldSum, oldThrows, timesOut
    private int operations = 0; // covered by: adds, divides*, expects, assumes, oldSum, oldThrows, timesOut

    public int add(int a, int b) {
        operations++; // covered by: adds, oldSum, timesOut
        return a + b; // covered by: adds, oldSum, timesOut
    }

    public int divide(int a, int b) {
        operations++; // covered by: dividesByZero, expects, oldThrows, dividesExactly
        int quotient = a / b; // covered by: dividesByZero, expects, oldThrows, dividesExactly
        return quotient; // covered by: dividesExactly
    }

    public int root(int square) {
        int root = (int) Math.sqrt(square); // covered by: dividesWithRemainder
        if (root * root != square) { // covered by: dividesWithRemainder
            throw new NotASquare(square); // covered by: dividesWithRemainder
        }
        return root;
    }

    public int operations() {
        return operations; // covered by: adds, assumes
    }
}
