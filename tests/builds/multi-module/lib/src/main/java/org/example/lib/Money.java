package org.example.lib;

/** A library class: tested in its own module, and through another one. */
public final class Money {
    private final long cents;

    public Money(long cents) { // covered by: money*, bill*
        this.cents = cents; // covered by: money*, bill*
    } // covered by: money*, bill*

    public Money plus(Money other) {
        return new Money(cents + other.cents); // covered by: moneyAdds, billSums
    }

    public Money times(int factor) {
        return new Money(cents + factor); // covered by: billFails
    }

    public long cents() {
        return cents; // covered by: money*, bill*
    }
}
