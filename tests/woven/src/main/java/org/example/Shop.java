package org.example;

/** Every method is surrounded, so its code is moved into another one. */
public class Shop {
    int price(int pieces) {
        int each = pieces > 10 ? 4 : 5;
        return pieces * each;
    }

    int gift(int pieces) {
        int sum = price(pieces);
        if (pieces > 3) {
            sum = sum + 2; // the fault: a gift is cheaper
        }
        return sum;
    }
}
