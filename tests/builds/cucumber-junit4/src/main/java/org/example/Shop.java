package org.example;

public class Shop {
    public static int total(int price, int count) {
        if (count > 3) { // covered by: *
            return price * count - 1; // covered by: four, second
        }
        return price * count; // covered by: two, first
    }
}
