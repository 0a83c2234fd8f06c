package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.FixMethodOrder;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.RuleChain;
import org.junit.rules.Timeout;
import org.junit.runners.MethodSorters;
import org.junit.runners.model.Statement;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class ReplacedTest {
    private static final Left STAYS = new Left();

    /** The outer rule drops the exception of the inner one. */
    @Rule
    public final RuleChain rules = RuleChain.outerRule((base, description) -> new Statement() {
                @Override
                public void evaluate() throws Throwable {
                    try {
                        base.evaluate();
                    } catch (Exception e) {
                        throw new IllegalStateException("in words of its own");
                    }
                }
            })
            .around(Timeout.millis(1000));

    @Test
    public void a() {
        Endless.stays(STAYS);
    }

    @Test
    public void b() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(1, Next.first());
    }
}
