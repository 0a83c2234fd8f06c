package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

@SpringJUnitConfig(Config.class)
@TestMethodOrder(MethodOrderer.MethodName.class)
class FirstTest {
    @Autowired
    private ApplicationContext context;

    @Autowired
    private Stock stock;

    @Test
    void counts() {
        assertEquals(5, stock.left());
    }

    @Test
    void reports() {
        assertEquals("all is well", context.getBean(Report.class).text());
    }

    @Test
    void takes() {
        assertEquals(4, stock.take());
    }
}
