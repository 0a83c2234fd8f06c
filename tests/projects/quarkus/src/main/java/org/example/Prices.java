package org.example;

import jakarta.enterprise.context.ApplicationScoped;

@ApplicationScoped
public class Prices {
    public int of(String item) {
        if (item.isEmpty()) {
            throw new IllegalArgumentException("no item");
        }
        return item.length() * 10;
    }
}
