package org.example;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;

/** A program that answers each number on its input with the square of it, until the input ends. */
public final class Server {
    private Server() {
    }

    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(System.in); // covered by: server
        DataOutputStream out = new DataOutputStream(System.out); // covered by: server
        Thread worker = new Thread(() -> answer(in, out), "worker"); // covered by: server
        worker.start(); // covered by: server
        worker.join(); // covered by: server
    } // covered by: server

    private static void answer(DataInputStream in, DataOutputStream out) {
        try {
            while (true) {
                out.writeInt(Squares.of(in.readInt())); // covered by: server
                out.flush(); // covered by: server
            }
        } catch (EOFException end) { // covered by: server
            return; // covered by: server
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
