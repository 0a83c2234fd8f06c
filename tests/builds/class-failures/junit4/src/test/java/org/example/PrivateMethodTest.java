package org.example;

import org.junit.Test;

/** JUnit 4 runs nothing of it and reports `initializationError`. */
public class PrivateMethodTest {
    @Test
    void notPublic() {
        Old.number();
    }
}
