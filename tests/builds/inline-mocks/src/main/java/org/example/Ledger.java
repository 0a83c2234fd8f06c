package org.example;

/** Redefined for the first time when threads are told apart already. */
public final class Ledger { // covered by: realLedger, spiedLedger
    private int entries;

    public int enter() {
        return ++entries; // covered by: realLedger, spiedLedger
    }

    public static int pages() {
        return 7; // covered by: realLedger
    }
}
