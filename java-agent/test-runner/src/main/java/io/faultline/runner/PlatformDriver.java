package io.faultline.runner;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * Runs JUnit Platform tests. Methods are Jupiter's: they run in one pass if Jupiter has a default method order (5.7 and
 * later) and the class has no orderer, otherwise in one pass each. Ids are the platform's unique ids, of any engine; if
 * the selection also has a class, the whole class runs.
 */
public final class PlatformDriver implements Driver {
    private Launcher launcher;

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
        if (selection.testClass != null) {
            selectors.add(DiscoverySelectors.selectClass(selection.testClass));
        } else {
            selection.names().forEach(id -> selectors.add(DiscoverySelectors.selectUniqueId(id)));
        }
        execute(
                request(selectors).filters(EngineFilter.includeEngines(engines(selection.names()))),
                selection,
                listener);
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
        launcher.execute(request.build(), new PlatformHearing(selection, listener));
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
