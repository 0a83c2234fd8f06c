import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of the JUnit Platform by their ids: {@code AloneOnPlatform TIMES CLASS FILE}, with the ids in the file, a zero byte after each. */
public final class AloneOnPlatform {
    public static void main(String[] arguments) throws IOException {
        Launcher launcher = LauncherFactory.create();
        List<DiscoverySelector> ids = Arrays.stream(names(arguments[2]))
                .map(DiscoverySelectors::selectUniqueId)
                .collect(Collectors.toList());
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(ids).build();
        // Some engines do not find tests by their ids: these run the whole class.
        if (!launcher.discover(request).containsTests()) {
            request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(DiscoverySelectors.selectClass(arguments[1]))
                    .build();
        }
        for (int times = Integer.parseInt(arguments[0]); times > 0; times--) {
            launcher.execute(request);
        }
        System.exit(0);
    }

    private static String[] names(String file) throws IOException {
        return new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8).split("\0");
    }
}
