package io.faultline.mutants.driver;

import io.faultline.runner.Launchers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * The JUnit Platform. One pass of the launcher, in which {@link InPlaceTasks} runs the tests of all engines that are built on
 * the platform's hierarchical one; every test that is left after it is run each time by the launcher, by its unique id.
 */
public final class PlatformDriver implements Driver {
    private final Launcher launcher = Launchers.open();

    @Override
    public void run(Class<?> testClass, Tests tests) {
        if (tests.left().stream().anyMatch(id -> id.startsWith("[engine:kotest]"))) {
            KotestScans.ask();
        }
        LauncherDiscoveryRequest request = request(selectors(testClass, tests.left()), tests.left());
        TaskHook.lead(new InPlaceTasks(tests));
        try {
            launcher.execute(request);
        } finally {
            TaskHook.lead(null);
        }
        for (String id : new ArrayList<>(tests.left())) {
            tests.runs(id).of(byUniqueId(id));
        }
    }

    private Leaf byUniqueId(String id) {
        List<String> one = new ArrayList<>();
        one.add(id);
        LauncherDiscoveryRequest request = request(selectors(null, one), one);
        return () -> {
            ResultOf result = new ResultOf(id);
            launcher.execute(request, result);
            return result.ran();
        };
    }

    private static List<DiscoverySelector> selectors(Class<?> testClass, Collection<String> ids) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        if (testClass != null) {
            selectors.add(DiscoverySelectors.selectClass(testClass));
            return selectors;
        }
        for (String id : ids) {
            selectors.add(DiscoverySelectors.selectUniqueId(id));
        }
        return selectors;
    }

    private static LauncherDiscoveryRequest request(List<DiscoverySelector> selectors, Collection<String> ids) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .filters(EngineFilter.includeEngines(engines(ids)))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build();
    }

    /** {@code [engine:NAME]/...}: other engines would run what nobody asked for. */
    private static String[] engines(Collection<String> ids) {
        Set<String> engines = new LinkedHashSet<>();
        for (String id : ids) {
            int colon = id.indexOf(':');
            int end = id.indexOf(']');
            engines.add(colon > 0 && end > colon ? id.substring(colon + 1, end) : id);
        }
        return engines.toArray(new String[0]);
    }
}
