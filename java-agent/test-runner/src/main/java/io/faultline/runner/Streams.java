package io.faultline.runner;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** The standard streams of the tests: nothing to read, and what is written is gone. */
public final class Streams {
    private Streams() {}

    /** Takes the standard streams from the application, again where it has taken them back. */
    public static void silence() {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new Silent());
        System.setErr(new Silent());
    }

    /**
     * Swallows text before it is encoded: a mutant or a variant may print without end. What is printed is still asked for its text, which
     * is code under test.
     */
    private static final class Silent extends PrintStream {
        Silent() {
            super(new Nothing());
        }

        @Override
        public void print(String text) {}

        @Override
        public void println(String text) {}

        @Override
        public void print(char[] text) {}

        @Override
        public void println() {}

        @Override
        public void println(Object object) {
            String.valueOf(object);
        }

        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}

        @Override
        public void flush() {}
    }

    private static final class Nothing extends OutputStream {
        @Override
        public void write(int b) {}

        @Override
        public void write(byte[] bytes, int offset, int length) {}
    }
}
