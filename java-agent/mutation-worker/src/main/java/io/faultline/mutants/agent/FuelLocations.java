package io.faultline.mutants.agent;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The folders and jars whose classes burn fuel. A code source may name them by any spelling of the path. */
final class FuelLocations {
    private final Set<String> locations = new HashSet<>();
    private final Map<String, Boolean> known = new ConcurrentHashMap<>();

    FuelLocations(List<String> paths) {
        for (String path : paths) {
            locations.add(real(new File(path)));
        }
    }

    boolean contains(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        URL url = source == null ? null : source.getLocation();
        return url != null && known.computeIfAbsent(url.toString(), key -> locations.contains(path(url)));
    }

    private static String path(URL url) {
        try {
            return url.getProtocol().equals("file") ? real(new File(url.toURI())) : "";
        } catch (URISyntaxException | IllegalArgumentException odd) {
            return real(new File(url.getPath()));
        }
    }

    private static String real(File file) {
        try {
            return file.getCanonicalPath();
        } catch (IOException e) {
            return file.getAbsolutePath();
        }
    }
}
