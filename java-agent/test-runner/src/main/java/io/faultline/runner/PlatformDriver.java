package io.faultline.runner;

import io.faultline.names.UniqueIdParts;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Runs JUnit Platform tests. Methods are Jupiter's: they run in one pass if Jupiter has a default method order (5.7 and
 * later) and the class has no orderer, otherwise in one pass each. Ids are the platform's unique ids, of any engine; if
 * the selection also has a class, the whole class runs.
 */
public final class PlatformDriver implements Driver {
    private Launcher launcher;

    /** Whether the platform finds a test by its unique id, of tests whose ids may change. */
    private final Map<String, Boolean> found = new HashMap<>();

    @Override
    public void run(Selection selection, Listener listener) {
        if (launcher == null) {
            launcher = Launchers.open();
        }
        if (!selection.isOfMethods()) {
            ids(selection, listener);
        } else if (canOrder(selection.testClass)) {
            AskedOrder.methods = selection.methods();
            methods(selection, listener);
        } else {
            for (String method : selection.methods()) {
                if (!listener.isOver()) {
                    methods(Selection.ofMethods(selection.testClass, Collections.singletonList(method)), listener);
                }
            }
        }
    }

    private void ids(Selection selection, Listener listener) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        PlatformIds byName = new PlatformIds(selection);
        boolean changes = false;
        if (selection.testClass != null) {
            selectors.add(selectorOf(selection.testClass));
        } else {
            for (String id : selection.names()) {
                String above = hasIdOfThisRun(id) ? null : classOf(id);
                changes |= above != null;
                selectors.add(DiscoverySelectors.selectUniqueId(above == null ? id : above));
            }
        }
        LauncherDiscoveryRequestBuilder request =
                request(selectors).filters(EngineFilter.includeEngines(engines(selection.names())));
        if (changes) {
            request.filters(byName);
        }
        launcher.execute(request.build(), new PlatformHearing(selection, listener, byName::of));
    }

    /**
     * Selects a class by its name if the platform finds it by that, as build tools do: a session listener may have set the
     * thread's class loader to one of its own, in which a test's class then lies, as that of Quarkus does.
     */
    private static DiscoverySelector selectorOf(Class<?> testClass) {
        return testClass.getClassLoader() == ClassLoader.getSystemClassLoader()
                ? DiscoverySelectors.selectClass(testClass.getName())
                : DiscoverySelectors.selectClass(testClass);
    }

    /** Whether a test has the same unique id in each run. Cost: a discovery, for the first run of a test that may not. */
    private boolean hasIdOfThisRun(String id) {
        return classOf(id) == null || found.computeIfAbsent(id, this::isFound);
    }

    private boolean isFound(String id) {
        List<DiscoverySelector> selectors = Collections.singletonList(DiscoverySelectors.selectUniqueId(id));
        EngineFilter engine = EngineFilter.includeEngines(engines(Collections.singletonList(id)));
        TestPlan plan = launcher.discover(request(selectors).filters(engine).build());
        // For a test that is not there, the engine finds another one, which reports that.
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .anyMatch(test -> test.getUniqueId().equals(id));
    }

    /** The part of an id down to the class, for a test whose unique id may be another in each run; otherwise null. */
    private static String classOf(String id) {
        int ofTest = UniqueIdParts.mayChange(id) ? id.indexOf("]/[test:") : -1;
        return ofTest < 0 ? null : id.substring(0, ofTest + 1);
    }

    private void methods(Selection selection, Listener listener) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (Method method : methodsOf(selection.testClass, selection.methods())) {
            selectors.add(DiscoverySelectors.selectMethod(selection.testClass, method));
        }
        String order = "junit.jupiter.testmethod.order.default";
        execute(
                request(selectors).configurationParameter(order, "io.faultline.runner.AskedOrder"),
                selection,
                listener);
    }

    private static LauncherDiscoveryRequestBuilder request(List<DiscoverySelector> selectors) {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false");
    }

    private void execute(LauncherDiscoveryRequestBuilder request, Selection selection, Listener listener) {
        launcher.execute(request.build(), new PlatformHearing(selection, listener, id -> id));
    }

    /** The engines of unique ids {@code [engine:NAME]/...}. Any other engine could run unselected tests. */
    private static String[] engines(Collection<String> ids) {
        Set<String> engines = new LinkedHashSet<>();
        for (String id : ids) {
            int colon = id.indexOf(':');
            int end = id.indexOf(']');
            engines.add(colon > 0 && end > colon ? id.substring(colon + 1, end) : id);
        }
        return engines.toArray(new String[0]);
    }

    /** The methods with these names, including those inherited from classes and interfaces. */
    private static List<Method> methodsOf(Class<?> testClass, List<String> names) {
        List<Method> candidates = new ArrayList<>();
        for (Class<?> type = testClass; type != null; type = type.getSuperclass()) {
            candidates.addAll(Arrays.asList(type.getDeclaredMethods()));
        }
        for (Method method : testClass.getMethods()) {
            if (method.getDeclaringClass().isInterface()) {
                candidates.add(method);
            }
        }
        Set<String> signatures = new LinkedHashSet<>();
        candidates.removeIf(method -> method.isBridge()
                || method.isSynthetic()
                || !names.contains(method.getName())
                || !signatures.add(method.getName() + Arrays.toString(method.getParameterTypes())));
        return candidates;
    }

    private static boolean canOrder(Class<?> testClass) {
        try {
            Class<?> orderer = Class.forName("org.junit.jupiter.api.MethodOrderer", false, testClass.getClassLoader());
            orderer.getField("DEFAULT_ORDER_PROPERTY_NAME");
        } catch (ReflectiveOperationException older) {
            return false;
        }
        for (Class<?> type = testClass; type != null; type = type.getEnclosingClass()) {
            for (Annotation annotation : type.getAnnotations()) {
                if (annotation.annotationType().getSimpleName().equals("TestMethodOrder")) {
                    return false;
                }
            }
        }
        return true;
    }
}
