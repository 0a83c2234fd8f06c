package org.example;

/** Code is put in front of each method and behind it. */
public class Till {
    private int sum;

    void take(int price) {
        sum = sum + price;
    }

    int give(int paid) {
        return paid - sum - 1; // the fault: it keeps one
    }
}
