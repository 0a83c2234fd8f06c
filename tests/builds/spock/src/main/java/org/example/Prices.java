package org.example;

public class Prices {
    private Prices() {}

    static int smaller(int a, int b) {
        if (a < b) { // covered by: smaller*
            return a; // covered by: smaller0
        }
        return b; // covered by: smaller1, smaller2
    }

    static int currency() {
        return 1; // covered by: smaller*, fromTable*, featureOfSmaller, featureOfTable, rolledUp, soldOut, refused, givesUp
    }

    static int open() {
        return 1; // covered by: smaller*, fromTable*, rolledUp, soldOut, refused, givesUp
    }

    static int close() {
        return 1; // covered by: smaller*, fromTable*, rolledUp, soldOut, refused, givesUp
    }

    static int[] table() {
        return new int[] {1, 2}; // covered by: fromTable*, featureOfTable
    }

    static int rounded(int price) {
        return price / 10; // covered by: fromTable0, fromTable1
    }

    static int all(int price) {
        return price; // covered by: rolledUp
    }

    static int none() {
        throw new IllegalStateException("sold out"); // covered by: soldOut, refused
    }

    static int ignored() {
        return 1;
    }
}
