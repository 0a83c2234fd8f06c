package org.example.lib;

/** A library class: tested in its own module, and through others. */
public final class Money {
    private final long cents;

    public Money(long cents) { // covered by: money*, bill*, shop*
        this.cents = cents; // covered by: money*, bill*, shop*
    } // covered by: money*, bill*, shop*

    public Money plus(Money other) {
        return new Money(cents + other.cents); // covered by: moneyAdds, billSums, shopSells
    }

    public Money times(int factor) {
        return new Money(cents + factor); // covered by: billFails
    }

    public long cents() {
        return cents; // covered by: money*, bill*, shop*
    }
}
