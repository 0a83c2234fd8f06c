package org.example;

import static org.junit.Assert.assertEquals;

import io.cucumber.java.en.Then;

public class Steps {
    @Then("the total of {int} times {int} is {int}")
    public void totals(int price, int count, int total) {
        assertEquals(total, Shop.total(price, count));
    }
}
