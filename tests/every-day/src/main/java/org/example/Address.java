package org.example;

/** Addresses of customers. */
public final class Address {
    private Address() {}

    public static String shown(String name, String city) {
        return name + ", " + city;
    }

    public static boolean isComplete(String name, String city) {
        return !name.isEmpty() && !city.isEmpty();
    }
}
