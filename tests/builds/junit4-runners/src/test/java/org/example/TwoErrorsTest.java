package org.example;

import org.junit.After;
import org.junit.Rule;
import org.junit.Test;
import org.junit.rules.ErrorCollector;

/** Reports name such tests twice. */
public class TwoErrorsTest {
    @Rule public final ErrorCollector errors = new ErrorCollector();

    @Test
    public void twice() {
        Taps.twice();
        throw new IllegalStateException("in the test");
    }

    @Test
    public void collected() {
        Taps.collected();
        errors.addError(new IllegalStateException("one"));
        errors.addError(new IllegalStateException("two"));
    }

    @After
    public void after() {
        throw new IllegalStateException("after it");
    }
}
