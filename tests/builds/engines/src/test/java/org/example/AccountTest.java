package org.example;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeContainer;

class AccountTest {
    @BeforeContainer
    static void container() {
        Account.forContainer();
    }

    @Property
    boolean distance(@ForAll int x) {
        return Account.distance(x) >= 0; // not for the smallest number
    }

    @Property(tries = 50)
    boolean mirrored(@ForAll String text) {
        return Account.mirrored(Account.mirrored(text)).equals(text);
    }

    @Example
    void example() {
        Account.example();
    }
}
