package org.example;

/** Opened and closed by fixtures: `@Before`, `@After`, rules, `@BeforeClass`. */
public class Resource implements AutoCloseable {
    private final String name;

    public Resource(String name) { // covered by: fixtureWorks, fixtureFails, brokenClass
        this.name = name; // covered by: fixtureWorks, fixtureFails, brokenClass
    } // covered by: fixtureWorks, fixtureFails, brokenClass

    public String name() {
        return name; // covered by: fixtureWorks
    }

    public static Resource missing(String name) {
        Resource resource = new Resource(name); // covered by: brokenClass
        throw new IllegalStateException("no " + resource.name); // covered by: brokenClass
    }

    @Override
    public void close() {
        if (name.isEmpty()) { // covered by: fixtureWorks, fixtureFails
            throw new IllegalStateException("never opened"); // covered by: fixtureFails
        }
    } // covered by: fixtureWorks
}
