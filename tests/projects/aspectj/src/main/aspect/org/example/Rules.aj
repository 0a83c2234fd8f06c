package org.example;

/** Checks amounts before they are used, charges a fee, and gives accounts a name. */
public aspect Rules {
    private String Account.name = "unnamed";

    public String Account.name() {
        return name;
    }

    before(int amount): execution(* Account.*(int)) && args(amount) {
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    boolean around(Account account, int amount): execution(boolean Account.withdraw(int)) && this(account) && args(amount) {
        int fee = amount > 100 ? 1 : 0;
        if (fee > 0) {
            return proceed(account, amount + fee);
        }
        return proceed(account, amount);
    }
}
