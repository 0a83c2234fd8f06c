package io.faultline.listeners;

import java.util.HashMap;
import java.util.Map;

/**
 * The framework methods that report tests, by class.
 *
 * <p>A new framework, or a new version that reports elsewhere, needs a row here and a case in its events class.
 */
final class Seams {
    /** The interface for events of the platform; several implementations are chained. */
    static final String PLATFORM_LISTENER = "org/junit/platform/engine/EngineExecutionListener";

    static final String PLATFORM_PACKAGE = "org/junit/platform/";

    private static final String DESCRIPTION = "(Lorg/junit/runner/Description;)V";
    private static final String JUNIT4_FAILURE = "(Lorg/junit/runner/notification/Failure;)V";
    private static final String DESCRIPTOR = "Lorg/junit/platform/engine/TestDescriptor;";
    private static final String HIERARCHICAL = "org/junit/platform/engine/support/hierarchical/";
    private static final String VINTAGE_CLASS = "Lorg/junit/vintage/engine/descriptor/RunnerTestDescriptor;";
    private static final String TESTNG_RESULT = "Lorg/testng/ITestResult;";

    private static final Seam[] JUNIT4 = {
        new Seam("fireTestStarted", DESCRIPTION, "", Event.JUNIT4_STARTED),
        new Seam("fireTestFailure", JUNIT4_FAILURE, "", Event.JUNIT4_FAILURE),
        new Seam("fireTestAssumptionFailed", JUNIT4_FAILURE, "", Event.JUNIT4_ASSUMPTION_FAILED),
        new Seam("fireTestIgnored", DESCRIPTION, "", Event.JUNIT4_IGNORED),
        new Seam("fireTestFinished", DESCRIPTION, "", Event.JUNIT4_FINISHED),
    };

    private static final String NOTIFIER = "(Lorg/junit/runner/notification/RunNotifier;)V";

    /** A class or suite, from class rules and {@code @BeforeClass} to {@code @AfterClass}. */
    private static final Seam[] JUNIT4_CLASS = {
        new Seam("run", NOTIFIER, "", Event.SELECT_RUNNER).asking(),
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_STARTS).passingItself(),
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_ENDS).passingItself().atReturn(),
        new Seam("runChildren", NOTIFIER, "", Event.JUNIT4_CLASS_HANDS_ON),
    };

    /** A runner of tests of JUnit 3, or of a class that has none. */
    private static final Seam[] JUNIT4_SIMPLE_RUNNER = {
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_STARTS).passingItself(),
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_ENDS).passingItself().atReturn(),
    };

    /** Where runners are made, from 4.5. */
    private static final Seam[] JUNIT4_MAKES = {
        new Seam("safeRunnerForClass", "(Ljava/lang/Class;)", "", Event.MAKES),
        new Seam("safeRunnerForClass", "(Ljava/lang/Class;)", "", Event.MADE).atExit(),
    };

    /** Where instances are made. */
    private static final Seam[] JUNIT3_MAKES = {
        new Seam("createTest", "(Ljava/lang/Class;Ljava/lang/String;)", "", Event.MAKES),
        new Seam("createTest", "(Ljava/lang/Class;Ljava/lang/String;)", "", Event.MADE).atExit(),
    };

    /** Where TestNG makes an instance, from 7. */
    private static final Seam[] TESTNG_MAKES = {
        new Seam("newInstance", "(Ljava/lang/Class;)", "", Event.MAKES),
        new Seam("newInstance", "(Ljava/lang/Class;)", "", Event.MADE).atExit(),
        new Seam("newInstance", "(Ljava/lang/reflect/Constructor;", "", Event.MAKES),
        new Seam("newInstance", "(Ljava/lang/reflect/Constructor;", "", Event.MADE).atExit(),
    };

    /** Where it asks a factory for instances. */
    private static final Seam[] TESTNG_FACTORY = {
        new Seam("invoke", "()[L", "", Event.MAKES), new Seam("invoke", "()[L", "", Event.MADE).atExit(),
    };

    /** A runner that is none of JUnit's own. */
    private static final Seam[] JUNIT4_RUNNER = {
        new Seam("run", NOTIFIER, "", Event.JUNIT4_RUNNER_RUNS).passingItself(),
    };

    /** A test of a class; its instance is created before the start is reported. */
    private static final Seam[] JUNIT4_CHILD = {
        new Seam("runChild", "(Lorg/junit/runners/model/FrameworkMethod;", ")V", Event.SELECT_CHILD).asking(),
        new Seam("runChild", "(Lorg/junit/runners/model/FrameworkMethod;", ")V", Event.JUNIT4_CHILD),
        new Seam("createTest", "()Ljava/lang/Object;", "", Event.JUNIT4_INSTANCE),
    };

    /** Both, up to 4.4. */
    private static final Seam[] JUNIT4_OLD_CLASS = {
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_STARTS).passingItself(),
        new Seam("run", NOTIFIER, "", Event.JUNIT4_CLASS_ENDS).passingItself().atReturn(),
        new Seam("runMethods", NOTIFIER, "", Event.JUNIT4_CLASS_HANDS_ON),
        new Seam("invokeTestMethod", "(Ljava/lang/reflect/Method;", ")V", Event.JUNIT4_CHILD),
    };

    private static final Seam[] JUNIT3_SETUP = {
        new Seam("run", "(Ljunit/framework/TestResult;)V", "", Event.JUNIT3_SETUP_STARTS).passingItself(),
        new Seam("run", "(Ljunit/framework/TestResult;)V", "", Event.JUNIT3_SETUP_ENDS)
                .passingItself()
                .atReturn(),
    };

    private static final Seam[] JUNIT3 = {
        new Seam("startTest", "(Ljunit/framework/Test;)V", "", Event.JUNIT3_START),
        new Seam("addError", "(Ljunit/framework/Test;Ljava/lang/Throwable;)V", "", Event.JUNIT3_FAILURE),
        new Seam(
                "addFailure",
                "(Ljunit/framework/Test;Ljunit/framework/AssertionFailedError;)V",
                "",
                Event.JUNIT3_FAILURE),
        new Seam("endTest", "(Ljunit/framework/Test;)V", "", Event.JUNIT3_END),
    };

    /** A test, whoever runs it. */
    private static final Seam[] JUNIT3_CASE = {
        new Seam("run", "(Ljunit/framework/TestResult;)V", "", Event.SELECT_CASE).asking(),
    };

    /** What every engine of the platform is given when it is to run its tree of tests. */
    private static final Seam[] PLATFORM_REQUEST = {
        new Seam("<init>", "(" + DESCRIPTOR, ")V", Event.SELECT_TREE),
    };

    /** Where Kotest is given the classes that it runs instead of its tree. */
    private static final Seam[] KOTEST_CLASSES = {
        new Seam("withClasses", "(Ljava/util/List;)", "", Event.SELECT_CLASSES).replacing(),
    };

    /** Engines whose trees can be put in order. */
    private static final Seam[] PLATFORM_ENGINE = {
        new Seam("execute", "(Lorg/junit/platform/engine/ExecutionRequest;)V", "", Event.ORDER_TREE),
    };

    /** Where Surefire decides in which order classes run, whatever their framework. */
    private static final Seam[] SUREFIRE_ORDER = {
        new Seam("orderTestClasses", "(Ljava/util/List;", ")V", Event.ORDER_CLASSES).atReturn(),
    };

    private static final Seam[] PLATFORM = {
        new Seam("executionStarted", "(" + DESCRIPTOR + ")V", "", Event.PLATFORM_STARTED),
        new Seam(
                "executionFinished",
                "(" + DESCRIPTOR + "Lorg/junit/platform/engine/TestExecutionResult;)V",
                "",
                Event.PLATFORM_FINISHED),
        new Seam("executionSkipped", "(" + DESCRIPTOR + "Ljava/lang/String;)V", "", Event.PLATFORM_SKIPPED),
    };

    /**
     * The task that runs a node of the tree: before it creates a test's instance, when a container turns to its
     * children after its own code, before extensions, which may format exceptions, receive the result, and when an
     * exception leaves it.
     */
    private static final Seam[] PLATFORM_TASK = {
        new Seam("execute", "()V", "", Event.PLATFORM_PREPARING).passing("testDescriptor", DESCRIPTOR),
        new Seam("setParentContext", "(", ")V", Event.PLATFORM_HANDS_ON).passing("testDescriptor", DESCRIPTOR),
        new Seam("reportCompletion", "()V", "", Event.PLATFORM_COMPLETING).passing("testDescriptor", DESCRIPTOR),
        new Seam("execute", "()V", "", Event.PLATFORM_ESCAPED)
                .passing("testDescriptor", DESCRIPTOR)
                .atThrow(),
    };

    /** Where a container runs a child that it found while it ran: an invocation, a dynamic test, an iteration. */
    private static final Seam[] PLATFORM_DYNAMIC = {
        new Seam("execute", "(" + DESCRIPTOR, "", Event.PLATFORM_TURNS_TO),
        new Seam("execute", "(" + DESCRIPTOR, "", Event.PLATFORM_CONTINUES)
                .passingItself()
                .atReturn(),
    };

    /** JUnit 4's tests under the platform, class by class or in parallel. */
    private static final Seam[] VINTAGE_RUNNER = {
        new Seam("execute", "(" + VINTAGE_CLASS, ")V", Event.PLATFORM_RUNNER_STARTS),
        new Seam("execute", "(" + VINTAGE_CLASS, ")V", Event.PLATFORM_RUNNER_ENDS).atReturn(),
    };

    /** Created or called only for parallel runs, before the first of the tests starts. */
    private static final Seam[] PARALLEL_WHEN_MADE = {new Seam("<init>", "(", ")V", Event.PARALLEL)};

    /** Made only for a body in a thread of its own, whether or not the test then fails. */
    private static final Seam[] TIMED_OUT_WHEN_MADE = {new Seam("<init>", "(", ")V", Event.TIMED_OUT)};

    /** What the JDK and libraries make where they give up waiting for a task, whether or not the test then fails. */
    private static final Seam[] WAITED_WHEN_MADE = {new Seam("<init>", "(", ")V", Event.WAITED)};

    private static final Seam[] PLATFORM_PARALLEL = {
        new Seam("<init>", "(L" + HIERARCHICAL + "ParallelExecutionConfiguration;", ")V", Event.PARALLEL_IF),
    };
    private static final Seam[] VINTAGE_PARALLEL = {new Seam("executeInParallel", "(", "", Event.PARALLEL)};
    private static final Seam[] JUNIT4_PARALLEL = {new Seam("parallelize", "(", "", Event.PARALLEL)};
    private static final Seam[] TESTNG_THREADS = {new Seam("execute", "(", ")V", Event.PARALLEL)};
    private static final Seam[] TESTNG_DATA = {new Seam("runInParallel", "(", "", Event.PARALLEL)};

    private static final Seam[] TESTNG = {
        new Seam("invokeMethod", "(", ")" + TESTNG_RESULT, Event.TESTNG_INVOKE),
        new Seam("runTestListeners", "(" + TESTNG_RESULT + ")V", "", Event.TESTNG_RESULT),
        new Seam("runTestResultListener", "(" + TESTNG_RESULT + ")V", "", Event.TESTNG_RESULT),
        new Seam("runConfigurationListeners", "(" + TESTNG_RESULT, ")V", Event.TESTNG_CONFIGURATION),
    };

    /** The methods of a test of a suite, before interceptors see them. */
    private static final Seam[] TESTNG_METHODS = {
        new Seam("intercept", "([Lorg/testng/ITestNGMethod;)", "", Event.SELECT_METHODS).replacing(),
    };

    /** The start of a suite, before its tests, and what makes its runner. */
    private static final Seam[] TESTNG_SUITE = {
        new Seam("run", "()V", "", Event.TESTNG_SUITE),
        new Seam(
                "<init>",
                "(Lorg/testng/internal/IConfiguration;Lorg/testng/xml/XmlSuite;",
                ")V",
                Event.TESTNG_PARAMETERS),
    };

    private static final String CONTEXT_OF = "(Lorg/springframework/test/context/MergedContextConfiguration;)";
    private static final String CONTEXT = "Lorg/springframework/context/ApplicationContext;";

    /** Where every test gets its context, cached or new. */
    private static final Seam[] SPRING = {
        new Seam("loadContext", CONTEXT_OF, CONTEXT, Event.SPRING_NEEDED),
        new Seam("loadContext", CONTEXT_OF, CONTEXT, Event.SPRING_GIVEN).atExit(),
        new Seam("loadContextInternal", CONTEXT_OF, CONTEXT, Event.SPRING_LOADS),
        new Seam("loadContextInternal", CONTEXT_OF, CONTEXT, Event.SPRING_LOADED).atExit(),
    };

    private static final Map<String, Seam[]> BY_CLASS = byClass();

    private Seams() {}

    /** Returns the seams of a class, by internal name; null for nearly all classes. */
    static Seam[] of(String className) {
        return BY_CLASS.get(className);
    }

    /** Returns the seams of a runner of JUnit 4, whoever wrote it. */
    static Seam[] ofRunner() {
        return JUNIT4_RUNNER;
    }

    /** Returns the seams of implementations of the platform's listener. */
    static Seam[] ofPlatformListener() {
        return PLATFORM;
    }

    private static Map<String, Seam[]> byClass() {
        Map<String, Seam[]> table = new HashMap<>();
        table.put("org/junit/runner/notification/RunNotifier", JUNIT4);
        table.put("org/junit/runners/ParentRunner", JUNIT4_CLASS);
        table.put("org/junit/runners/BlockJUnit4ClassRunner", JUNIT4_CHILD);
        table.put("org/junit/internal/runners/JUnit4ClassRunner", JUNIT4_OLD_CLASS);
        table.put("org/junit/internal/runners/JUnit38ClassRunner", JUNIT4_SIMPLE_RUNNER);
        table.put("org/junit/internal/runners/ErrorReportingRunner", JUNIT4_SIMPLE_RUNNER);
        table.put("org/junit/runners/model/RunnerBuilder", JUNIT4_MAKES);
        table.put("junit/framework/TestSuite", JUNIT3_MAKES);
        table.put("org/testng/internal/objects/InstanceCreator", TESTNG_MAKES);
        table.put("org/testng/internal/ObjectFactoryImpl", TESTNG_MAKES); // before 7
        table.put("org/testng/internal/FactoryMethod", TESTNG_FACTORY);
        table.put("junit/framework/TestResult", JUNIT3);
        table.put("junit/extensions/TestSetup", JUNIT3_SETUP);
        table.put("junit/framework/TestCase", JUNIT3_CASE);
        table.put("org/junit/platform/engine/ExecutionRequest", PLATFORM_REQUEST);
        table.put(HIERARCHICAL + "HierarchicalTestEngine", PLATFORM_ENGINE);
        table.put("io/kotest/engine/TestEngineLauncher", KOTEST_CLASSES);
        table.put(HIERARCHICAL + "NodeTestTask", PLATFORM_TASK);
        table.put(HIERARCHICAL + "NodeTestTask$DefaultDynamicTestExecutor", PLATFORM_DYNAMIC);
        table.put(HIERARCHICAL + "ForkJoinPoolHierarchicalTestExecutorService", PLATFORM_PARALLEL);
        table.put(HIERARCHICAL + "WorkerThreadPoolHierarchicalTestExecutorService", PLATFORM_PARALLEL); // from 6.1
        table.put("org/junit/runners/model/TestTimedOutException", TIMED_OUT_WHEN_MADE); // from 4.12
        table.put("org/junit/jupiter/api/AssertTimeout$ExecutionTimeoutException", TIMED_OUT_WHEN_MADE); // older
        table.put("org/junit/jupiter/api/AssertTimeoutPreemptively$ExecutionTimeoutException", TIMED_OUT_WHEN_MADE);
        table.put("org/testng/internal/thread/ThreadTimeoutException", TIMED_OUT_WHEN_MADE);
        table.put(FrameworkWeaver.WAITED, WAITED_WHEN_MADE);
        table.put("org/junit/vintage/engine/execution/RunnerExecutor", VINTAGE_RUNNER);
        table.put("org/junit/vintage/engine/execution/VintageExecutor", VINTAGE_PARALLEL); // from 5.12
        table.put("org/junit/experimental/ParallelComputer", JUNIT4_PARALLEL);
        table.put("org/apache/maven/surefire/junitcore/ConfigurableParallelComputer", PARALLEL_WHEN_MADE);
        table.put("org/apache/maven/surefire/junitcore/pc/AbstractThreadPoolStrategy", PARALLEL_WHEN_MADE);
        table.put("org/testng/internal/thread/graph/GraphThreadPoolExecutor", PARALLEL_WHEN_MADE); // to 7.8
        table.put("org/testng/internal/thread/graph/GraphOrchestrator", PARALLEL_WHEN_MADE); // from 7.9
        table.put("org/testng/internal/PoolService", PARALLEL_WHEN_MADE);
        table.put("org/testng/internal/invokers/MethodRunner", TESTNG_DATA);
        table.put("org/testng/internal/thread/ThreadUtil", TESTNG_THREADS);
        table.put("org/testng/SuiteRunner", TESTNG_SUITE);
        table.put("org/testng/TestRunner", TESTNG_METHODS);
        table.put("org/junit/vintage/engine/VintageTestEngine", PLATFORM_ENGINE);
        table.put("org/apache/maven/surefire/util/DefaultRunOrderCalculator", SUREFIRE_ORDER); // to 2.22
        table.put("org/apache/maven/surefire/api/util/DefaultRunOrderCalculator", SUREFIRE_ORDER);
        table.put("org/testng/internal/Invoker", TESTNG); // to 6.14
        table.put("org/testng/internal/TestInvoker", TESTNG); // 7.0 to 7.4
        table.put("org/testng/internal/ConfigInvoker", TESTNG);
        table.put("org/testng/internal/invokers/TestInvoker", TESTNG); // from 7.5
        table.put("org/testng/internal/invokers/ConfigInvoker", TESTNG);
        table.put("org/springframework/test/context/cache/DefaultCacheAwareContextLoaderDelegate", SPRING);
        return table;
    }
}
