package org.example;

import java.io.File;

/** Letters that wait to be sent. */
public final class Outbox {
    private final File lock;

    public Outbox(File lock) {
        this.lock = lock;
    }

    /** Sends a letter unless the outbox is locked, and unlocks it. */
    public boolean send(String letter) {
        return !lock.delete() && !letter.isEmpty();
    }
}
