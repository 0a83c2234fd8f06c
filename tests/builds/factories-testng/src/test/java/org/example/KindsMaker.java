package org.example;

import org.testng.annotations.Factory;

/** Makes tests of a class that TestNG cannot instantiate. */
public class KindsMaker {
    @Factory
    public Object[] kinds() {
        return new Object[] {new Kinds(1), new Kinds(2), new Kinds(3)};
    }
}
