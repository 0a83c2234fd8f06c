package io.faultline.instrument;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Instruments classes and links them under full verification.
 *
 * <p>Arguments: {@code jdk} for all modules of the running JDK, {@code jdk:MODULE} for one; jars, or
 * folders of jars, such as the local Maven repository. {@code lend} before them lets the jars use
 * each other's classes. Exit code 1 if a class that links without probes fails to link with them.
 */
public final class InstrumentEverything {
    private InstrumentEverything() {}

    public static void main(String[] args) throws Exception {
        List<String> rest = new ArrayList<>(Arrays.asList(args));
        boolean lend = rest.remove("lend");
        List<Path> folders = new ArrayList<>();
        int broken = 0;
        for (String argument : rest) {
            if (argument.equals("jdk") || argument.startsWith("jdk:")) {
                for (Probes probes : new Probes[] {Probes.SHARED, Probes.RICH}) {
                    JdkCheck jdk = new JdkCheck(argument.equals("jdk") ? "*" : argument.substring(4), probes);
                    System.out.println(argument + ", " + probes + ": " + jdk.summary);
                    jdk.broken.forEach(System.out::println);
                    broken += jdk.broken.size();
                }
            } else {
                folders.add(Path.of(argument));
            }
        }
        if (!folders.isEmpty()) {
            List<Path> jars = Archives.jarsBelow(folders);
            for (Probes probes : new Probes[] {Probes.SHARED, Probes.SCOPED, Probes.RICH, Probes.RICH_SCOPED}) {
                Tally tally = new JarCheck(jars, lend, probes).run();
                System.out.println(jars.size() + " jars, " + probes + ": " + tally);
                tally.broken.forEach(System.out::println);
                broken += tally.broken.size();
            }
        }
        System.exit(broken == 0 ? 0 : 1);
    }
}
