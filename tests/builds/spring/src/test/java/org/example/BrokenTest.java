package org.example;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Its context cannot be made, however often it is tried. */
@SpringJUnitConfig(Broken.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class BrokenTest {
    @Autowired
    private Stock stock;

    @Test
    void one() {
        stock.take();
    }

    @Test
    void two() {
        stock.take();
    }
}
