package org.example;

public class Account {
    private Account() {}

    static int distance(int x) {
        return x < 0 ? -x : x; // covered by: distance
    }

    static String mirrored(String text) {
        return new StringBuilder(text).reverse().toString(); // covered by: mirrored
    }

    static int example() {
        return 1; // covered by: example
    }

    static int forContainer() {
        return 1; // covered by: distance, mirrored, example
    }

    static int open() {
        return 1; // covered by: scenario*, outline*, missing
    }

    static int pay(int amount) {
        if (amount > 2) { // covered by: outline*
            throw new IllegalStateException("too much"); // covered by: outline2
        }
        return amount; // covered by: outline1
    }

    static int suite() {
        return 1; // covered by: scenario*, outline*, missing
    }
}
