package org.example;

/** Initialised by a fixture: its lines belong to whoever has the fixture. */
public final class Config {
    public static final String NAME = String.valueOf("name"); // covered by: shared*

    private Config() {
    }
}
