package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** Finds the context of the first class in the cache. */
@SpringJUnitConfig(Config.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class SecondTest {
    @Autowired
    private ApplicationContext context;

    @Autowired
    private Stock stock;

    @Test
    void counts() {
        assertEquals(6, stock.left());
    }

    @Test
    void reports() {
        assertEquals("all is well", context.getBean(Report.class).text());
    }
}
