import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of the JUnit Platform by their ids: {@code AloneOnPlatform TIMES CLASS ID...}. */
public final class AloneOnPlatform {
    public static void main(String[] arguments) {
        Launcher launcher = LauncherFactory.create();
        List<DiscoverySelector> ids = Arrays.stream(arguments)
                .skip(2)
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
}
