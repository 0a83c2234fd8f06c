package org.example;

import org.junit.jupiter.api.Test;

/** No fixture of another class is its own. */
class OtherTest {
    @Test
    void other() {
        Steps.test("other");
    }
}
