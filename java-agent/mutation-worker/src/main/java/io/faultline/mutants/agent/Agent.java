package io.faultline.mutants.agent;

import io.faultline.mutants.weave.Schemata;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UnsupportedEncodingException;
import java.lang.instrument.Instrumentation;
import java.net.URLDecoder;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/** The agent of this JVM, for the worker that runs in it. */
public final class Agent {
    private static Settings settings;
    private static Transformer transformer;
    private static Sink sink;

    /** What was to be told before there was somebody to tell. */
    private static final List<Consumer<Sink>> WAITING = new ArrayList<>();

    private Agent() {}

    /** What this JVM was started with; null when it has no agent. */
    public static Settings settings() {
        return settings;
    }

    /** How many classes stayed as they were because something went wrong. */
    public static int failures() {
        return transformer == null ? 0 : transformer.failures();
    }

    /** From now on {@code receiver} is told, and at once what happened before. */
    public static void deliverTo(Sink receiver) {
        synchronized (WAITING) {
            sink = receiver;
            WAITING.forEach(event -> event.accept(receiver));
            WAITING.clear();
        }
    }

    private static void tell(Consumer<Sink> event) {
        synchronized (WAITING) {
            if (sink == null) {
                WAITING.add(event);
            } else {
                event.accept(sink);
            }
        }
    }

    static void start(String options, Instrumentation instrumentation) throws IOException {
        settings = Settings.read(Paths.get(decode(options)));
        transformer = new Transformer(settings, Agent::tell);
        warmUp();
        // Not one that is asked again: agents that come later, as those that mock, then find the mutants in the class.
        instrumentation.addTransformer(transformer, false);
    }

    /** Loads what weaving needs, so that loading it does not lead back into weaving. */
    private static void warmUp() throws IOException {
        try (InputStream in = Agent.class.getResourceAsStream("Agent.class")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
            BitSet lines = new BitSet();
            lines.set(0, 1 << 16);
            Schemata.weave(bytes.toByteArray(), 1, lines, true);
        }
    }

    /** Undoes percent-encoding. */
    private static String decode(String text) throws UnsupportedEncodingException {
        return URLDecoder.decode(text.replace("+", "%2B"), "UTF-8");
    }
}
