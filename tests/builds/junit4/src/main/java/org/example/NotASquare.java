package org.example;

/** An exception whose formatting runs library code, which belongs to no test. */
public class NotASquare extends RuntimeException {
    private final int number;

    public NotASquare(int number) { // covered by: dividesWithRemainder
        this.number = number; // covered by: dividesWithRemainder
    } // covered by: dividesWithRemainder

    @Override
    public String getMessage() {
        return Describer.describe(number);
    }

    @Override
    public String toString() {
        return "NotASquare: " + getMessage();
    }
}
