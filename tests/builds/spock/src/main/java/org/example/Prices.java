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
        return 1; // covered by: *
    }

    static int open() {
        return 1; // covered by: *
    }

    static int close() {
        return 1; // covered by: *
    }

    static int[] table() {
        return new int[] {1, 2}; // covered by: fromTable*
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
