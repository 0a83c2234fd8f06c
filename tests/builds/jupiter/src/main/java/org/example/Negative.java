package org.example;

/** An exception whose formatting runs library code, which belongs to no test. */
public class Negative extends RuntimeException {
    private final int number;

    public Negative(int number) { // covered by: throws, kindMinus, dynamicMinus
        this.number = number; // covered by: throws, kindMinus, dynamicMinus
    } // covered by: throws, kindMinus, dynamicMinus

    @Override
    public String getMessage() {
        return number + " is " + Numbers.kind(number + 1 - number) + " and negative";
    }
}
