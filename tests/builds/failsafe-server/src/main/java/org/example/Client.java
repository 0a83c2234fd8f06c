package org.example;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;

/** Starts a server in a JVM of its own, and asks it. */
public final class Client implements AutoCloseable {
    private final Process server;

    public Client() throws IOException { // covered by: asks, asksTooMuch
        String java = new File(System.getProperty("java.home"), "bin/java").getPath(); // covered by: asks, asksTooMuch
        ProcessBuilder builder = new ProcessBuilder(java, "-cp", "target/classes", "org.example.Server"); // covered by: asks, asksTooMuch
        server = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start(); // covered by: asks, asksTooMuch
    } // covered by: asks, asksTooMuch

    public int square(int number) throws IOException {
        DataOutputStream out = new DataOutputStream(server.getOutputStream()); // covered by: asks, asksTooMuch
        out.writeInt(number); // covered by: asks, asksTooMuch
        out.flush(); // covered by: asks, asksTooMuch
        return new DataInputStream(server.getInputStream()).readInt(); // covered by: asks, asksTooMuch
    }

    @Override
    public void close() throws Exception {
        server.getOutputStream().close(); // covered by: asks, asksTooMuch
        if (server.waitFor() != 0) { // covered by: asks, asksTooMuch
            throw new IllegalStateException("the server failed");
        }
    } // covered by: asks, asksTooMuch
}
