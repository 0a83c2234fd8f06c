package org.x;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** What a ride costs, in cents. */
public class Fare {
    private static final List<String> PAID = new ArrayList<>();
    private static final IntUnaryOperator ROUNDED = cents -> cents / 10 * 10;

    private final int zones;

    public Fare(int zones) {
        if (zones < 1) {
            throw new IllegalArgumentException("no zone");
        }
        this.zones = zones;
    }

    /** Half for children, who are younger than 14. */
    public int forAge(int age) {
        int full = full();
        if (age <= 14) {
            return half(full);
        }
        return full;
    }

    private int full() {
        int cents = 150;
        cents += 80 * (zones - 1);
        return cents;
    }

    private static int half(int cents) {
        int half = cents / 2;
        return ROUNDED.applyAsInt(half);
    }

    /** Notes down that somebody paid. */
    public void paidBy(String name) {
        PAID.add(name);
    }

    public static int paid() {
        return PAID.size();
    }
}
