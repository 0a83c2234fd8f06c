package io.faultline.evosuite.agent;

import io.faultline.evosuite.adapter.Distribution;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/** The EvoSuite version of a class, from the manifest of its jar. */
final class Release {
    /**
     * The supported versions. Only the first is in Maven Central; the others are known to have the seams for a metric.
     */
    static final List<String> KNOWN =
            Collections.unmodifiableList(Arrays.asList(Distribution.RELEASED, "1.1.0", "1.2.0"));

    private Release() {}

    /** Returns the version. Errors: {@link Refused} if it is missing or not in {@link #KNOWN}. */
    static String of(ProtectionDomain domain) throws Refused {
        URL location = domain == null || domain.getCodeSource() == null
                ? null
                : domain.getCodeSource().getLocation();
        String version = location == null ? null : version(location);
        if (version == null) {
            throw new Refused("the version of EvoSuite is unknown, as " + location + " does not tell it; use "
                    + Distribution.RELEASED);
        }
        return check(version);
    }

    /** Returns the version if it is supported. */
    static String check(String version) throws Refused {
        if (!KNOWN.contains(version)) {
            throw new Refused(
                    "EvoSuite " + version + " is not known to this agent, which was made for " + Distribution.RELEASED
                            + "; use org.evosuite:evosuite-master:" + Distribution.RELEASED + " of Maven Central");
        }
        return version;
    }

    private static String version(URL location) {
        try (JarFile jar = new JarFile(new File(location.toURI()))) {
            Manifest manifest = jar.getManifest();
            return manifest == null
                    ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION);
        } catch (IOException | URISyntaxException | IllegalArgumentException e) {
            return null; // a folder, or not a file
        }
    }
}
