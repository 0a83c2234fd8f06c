package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ServerIT {
    @Test
    public void asks() throws Exception {
        try (Client client = new Client()) {
            assertEquals(16, client.square(4));
        }
    }

    @Test
    public void asksTooMuch() throws Exception {
        try (Client client = new Client()) {
            assertEquals(-1, client.square(101));
        }
    }
}
