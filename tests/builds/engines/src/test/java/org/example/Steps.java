package org.example;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.When;

public class Steps {
    @Given("an account")
    public void account() {
        Account.open();
    }

    @When("I pay {int}")
    public void pay(int amount) {
        Account.pay(amount);
    }
}
