package io.faultline.amplify.run;

import io.faultline.runner.Launchers;
import io.faultline.runner.PlatformResults;
import io.faultline.runner.Ran;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;

/**
 * The JUnit Platform. One pass in the asked order where Jupiter can be told one (5.7 and later) and the class has none of its own;
 * else a pass per method.
 */
final class PlatformDriver implements Driver {
    @Override
    public void run(Class<?> testClass, Session session) {
        Launcher launcher = Launchers.open();
        if (canOrder(testClass)) {
            AskedOrder.methods = session.methods();
            pass(launcher, testClass, session.methods(), session);
        } else {
            for (String method : session.methods()) {
                if (!session.isOver()) {
                    pass(launcher, testClass, Collections.singletonList(method), session);
                }
            }
        }
        session.finish(null);
    }

    private static void pass(Launcher launcher, Class<?> testClass, List<String> methods, Session session) {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (Method method : methodsOf(testClass, methods)) {
            selectors.add(DiscoverySelectors.selectMethod(testClass, method));
        }
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectors)
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .configurationParameter("junit.jupiter.testmethod.order.default", "io.faultline.amplify.run.AskedOrder")
                .build();
        launcher.execute(request, new Hearing(session));
    }

    /** With those that are inherited, from classes and interfaces. */
    private static List<Method> methodsOf(Class<?> testClass, List<String> names) {
        List<Method> methods = new ArrayList<>();
        List<String> signatures = new ArrayList<>();
        for (Class<?> type = testClass; type != null; type = type.getSuperclass()) {
            add(type, names, methods, signatures);
        }
        for (Method method : testClass.getMethods()) {
            if (method.getDeclaringClass().isInterface()) {
                add(method, names, methods, signatures);
            }
        }
        return methods;
    }

    private static void add(Class<?> type, List<String> names, List<Method> methods, List<String> signatures) {
        for (Method method : type.getDeclaredMethods()) {
            add(method, names, methods, signatures);
        }
    }

    private static void add(Method method, List<String> names, List<Method> methods, List<String> signatures) {
        String signature = method.getName() + java.util.Arrays.toString(method.getParameterTypes());
        if (!method.isBridge() && !method.isSynthetic() && names.contains(method.getName()) && !signatures.contains(signature)) {
            signatures.add(signature);
            methods.add(method);
        }
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

    /** Hears how tests end. A factory of tests is one test with all that it makes. */
    private static final class Hearing implements TestExecutionListener {
        private static final Pattern METHOD = Pattern.compile("\\[(method|test-template|test-factory):([^(\\]]+)");

        private final Session session;

        /** The unique id of the factory that runs; null where none does. */
        private String factory;

        private Throwable inFactory;

        Hearing(Session session) {
            this.session = session;
        }

        @Override
        public void executionStarted(TestIdentifier identifier) {
            Matcher method = METHOD.matcher(identifier.getUniqueId());
            if (factory != null || !method.find()) {
                return;
            }
            if (method.group(1).equals("test-factory")) {
                factory = identifier.getUniqueId();
                inFactory = null;
            } else if (!identifier.isTest()) {
                return;
            }
            stopIfOver();
            session.begin(method.group(2));
        }

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            Throwable thrown = result.getThrowable().orElse(null);
            if (factory != null) {
                inFactory = inFactory == null ? thrown : inFactory;
                if (!identifier.getUniqueId().equals(factory)) {
                    return;
                }
                factory = null;
                session.ended(inFactory == null ? Ran.PASSED : Ran.failed(inFactory));
            } else if (identifier.isTest()) {
                session.ended(PlatformResults.ran(result));
            }
        }

        /** Nothing else ends a pass. */
        private void stopIfOver() {
            if (session.isOver()) {
                Run.exit(0);
            }
        }
    }
}
