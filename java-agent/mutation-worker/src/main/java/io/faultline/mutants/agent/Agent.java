package io.faultline.mutants.agent;

import io.faultline.mutants.boot.Site;
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
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** The agent of a worker's JVM: reads the settings and installs the transformer. */
public final class Agent {
    private static Settings settings;
    private static Transformer transformer;
    private static Sink sink;

    /** Events from before a sink was set. */
    private static final List<Consumer<Sink>> WAITING = new ArrayList<>();

    private Agent() {}

    /** The settings of this JVM; null if it runs without the agent. */
    public static Settings settings() {
        return settings;
    }

    /** The number of classes left unchanged because of an error. */
    public static int failures() {
        return transformer == null ? 0 : transformer.failures();
    }

    /** Sets the sink; delivers the events so far to it at once. */
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
        // Before the first class of the application is loaded, so that its static initialisers see it.
        Site.keep(settings.active);
        warmUp();
        // Not retransformation-capable: agents added later, such as those of mocking libraries, then see the class with
        // its mutants.
        instrumentation.addTransformer(transformer, false);
    }

    /** Loads the classes that weaving needs, so that loading them later does not recurse into weaving. */
    private static void warmUp() throws IOException {
        try (InputStream in = Agent.class.getResourceAsStream("Agent.class")) {
            byte[] classFile = read(in);
            BitSet lines = new BitSet();
            lines.set(0, 1 << 16);
            Matchers.has(Agent.class.getClassLoader(), classFile);
            LoaderWeaver.weave(classFile);
            Schemata.weave(classFile, classFile.clone(), 1, lines, true, 0, Collections.emptySet());
        }
    }

    static byte[] read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
        }
        return bytes.toByteArray();
    }

    /** Decodes percent-encoded text. */
    private static String decode(String text) throws UnsupportedEncodingException {
        return URLDecoder.decode(text.replace("+", "%2B"), "UTF-8");
    }
}
