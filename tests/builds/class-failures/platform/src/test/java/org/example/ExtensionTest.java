package org.example;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** An extension fails before anything of the class runs. */
@ExtendWith(ExtensionTest.Fails.class)
class ExtensionTest {
    static final class Fails implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            New.ofBrokenClass();
        }
    }

    @Test
    void neverRuns() {
    }
}
