package org.example;

public class Stock {
    private int left;

    public Stock(int left) { // covered by: first*, second*
        this.left = left; // covered by: first*, second*
    } // covered by: first*, second*

    public int left() {
        return left; // covered by: firstCounts, secondCounts
    }

    public int take() {
        return left - 1; // covered by: firstTakes
    }
}
