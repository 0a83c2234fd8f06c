package io.faultline.runner;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.io.PrintStream;

/** Replaces the standard streams: input is empty and output is discarded. */
public final class Streams {
    private Streams() {}

    /** Replaces the standard streams; call again after the application may have restored them. */
    public static void silence() {
        System.setIn(new ByteArrayInputStream(new byte[0]));
        System.setOut(new Silent());
        System.setErr(new Silent());
    }

    /**
     * Discards text before encoding it, because a mutant or variant may print endlessly. Still calls {@code toString}
     * of printed objects, which is code under test.
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
