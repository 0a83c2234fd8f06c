package org.example;

public final class Money {
    private final int cents;

    Money(int cents) { this.cents = cents; } // covered by: asked, equal, unequal, same, isNull, notEqual, listed, compared, contained, matched, truthful, listedTruly, containedTruly, asserted, broken, caught

    @Override
    public boolean equals(Object other) {
        return ((Money) other).cents == cents; // covered by: equal, unequal, notEqual, listed, compared, contained, matched, truthful, listedTruly, containedTruly, asserted, broken, caught
    }

    @Override
    public int hashCode() {
        return cents; // covered by: contained
    }

    @Override
    public String toString() {
        if (cents < 0) { // covered by: asked, broken
            throw new IllegalStateException(); // covered by: broken
        }
        return cents + " cents"; // covered by: asked
    }
}
