package io.faultline.faults;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;

/** What tests change in a JVM and leave behind, as it was before them. */
final class Surroundings {
    private final Properties properties = (Properties) System.getProperties().clone();
    private final Locale locale = Locale.getDefault();
    private final TimeZone zone = TimeZone.getDefault();
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    private Surroundings() {}

    /** Keeps what is there, and swallows output from now on. */
    static Surroundings quiet() {
        Surroundings kept = new Surroundings();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        System.setOut(nowhere);
        System.setErr(nowhere);
        return kept;
    }

    void restore() {
        System.setOut(out);
        System.setErr(err);
        System.setProperties(properties);
        Locale.setDefault(locale);
        TimeZone.setDefault(zone);
    }
}
