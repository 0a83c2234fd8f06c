package io.faultline.runner;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names of classes that the class path registers for a service, without an instance of any. */
final class Registered {
    private Registered() {}

    /**
     * The classes that archives and folders register for a service, in order, of those that register another one as well;
     * those that can be read.
     */
    static Set<String> beside(String service, String other) {
        Set<String> names = new LinkedHashSet<>();
        try {
            Set<String> places = new LinkedHashSet<>();
            for (URL file : files(other)) {
                places.add(placeOf(file));
            }
            for (URL file : files(service)) {
                if (places.contains(placeOf(file))) {
                    read(file, names);
                }
            }
        } catch (IOException unreadable) {
            // A loader without such files registers nothing.
        }
        return names;
    }

    private static List<URL> files(String service) throws IOException {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return loader == null
                ? Collections.emptyList()
                : Collections.list(loader.getResources("META-INF/services/" + service));
    }

    private static String placeOf(URL file) {
        String text = file.toString();
        return text.substring(0, text.lastIndexOf('/'));
    }

    private static void read(URL file, Set<String> names) throws IOException {
        URLConnection connection = file.openConnection();
        // A cached archive would stay open, and the project may replace it.
        connection.setUseCaches(false);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int comment = line.indexOf('#');
                String name = (comment < 0 ? line : line.substring(0, comment)).trim();
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
    }
}
