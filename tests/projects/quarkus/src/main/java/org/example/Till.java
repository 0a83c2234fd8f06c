package org.example;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

@ApplicationScoped
public class Till {
    private final Prices prices;

    @Inject
    public Till(Prices prices) {
        this.prices = prices;
    }

    public int total(String... items) {
        int total = 0;
        for (String item : items) {
            total += prices.of(item);
        }
        if (items.length > 2) {
            total -= 5;
        }
        return total;
    }
}
