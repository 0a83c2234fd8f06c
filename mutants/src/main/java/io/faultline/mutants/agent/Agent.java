package io.faultline.mutants.agent;

import io.faultline.mutants.weave.Woven;
import java.lang.instrument.Instrumentation;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The agent of this JVM, for the worker that runs in it. */
public final class Agent {
    private static Settings settings;
    private static Sink sink;

    /** What was to be told before there was somebody to tell. */
    private static final List<Consumer<Sink>> WAITING = new ArrayList<>();

    private Agent() {}

    /** What this JVM was started with; null when it has no agent. */
    public static Settings settings() {
        return settings;
    }

    /** From now on {@code receiver} is told, and at once what happened before. */
    public static void deliverTo(Sink receiver) {
        synchronized (WAITING) {
            sink = receiver;
            WAITING.forEach(event -> event.accept(receiver));
            WAITING.clear();
        }
    }

    static void tell(Consumer<Sink> event) {
        synchronized (WAITING) {
            if (sink == null) {
                WAITING.add(event);
            } else {
                event.accept(sink);
            }
        }
    }

    static void woven(Woven woven) {
        tell(receiver -> receiver.woven(woven));
    }

    static void start(String options, Instrumentation instrumentation) throws Exception {
        settings = Settings.read(Paths.get(decode(options)));
    }

    /** Undoes percent-encoding. */
    private static String decode(String text) throws java.io.UnsupportedEncodingException {
        return java.net.URLDecoder.decode(text.replace("+", "%2B"), "UTF-8");
    }
}
