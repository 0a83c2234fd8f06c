package org.example.app;

import org.example.lib.Money;

/** The application: its red test must lead into the other module. */
public class Bill { // covered by: bill*
    private Money total = new Money(0); // covered by: bill*

    public void add(int pieces, Money price) {
        if (pieces == 1) { // covered by: billSums, billFails
            total = total.plus(price); // covered by: billSums
        } else {
            total = price.times(pieces); // covered by: billFails
        }
    } // covered by: billSums, billFails

    public Money total() {
        return total; // covered by: bill*
    }
}
