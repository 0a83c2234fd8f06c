package model;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.EngineDiscoveryRequest;
import org.junit.platform.engine.ExecutionRequest;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.config.PrefixedConfigurationParameters;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.engine.support.hierarchical.EngineExecutionContext;
import org.junit.platform.engine.support.hierarchical.ForkJoinPoolHierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestEngine;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.Node;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Programs as an engine of the JUnit Platform: each is a container with fixtures, and its tests run in the
 * Platform's own pool, side by side with those of the others, nested on a stack where one waits.
 */
final class EngineRun {
    private final Map<String, Program> programs;
    private final Runner runner;
    private final Map<String, Runner.End> ends = new ConcurrentHashMap<>();

    private EngineRun(Map<String, Program> programs, Runner runner) {
        this.programs = programs;
        this.runner = runner;
    }

    static void run(Map<String, Program> programs, int parallelism, Runner runner) {
        EngineRun run = new EngineRun(programs, runner);
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestEngines(run.new Engine())
                .addTestExecutionListeners(run.new Ends())
                .build());
        launcher.execute(LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("model.parallel.strategy", "fixed")
                .configurationParameter("model.parallel.fixed.parallelism", "" + parallelism)
                .build());
    }

    private Runner.End end(String id) {
        return ends.computeIfAbsent(id, any -> new Runner.End());
    }

    private final class Engine extends HierarchicalTestEngine<EngineExecutionContext> {
        @Override
        public String getId() {
            return "model";
        }

        @Override
        public TestDescriptor discover(EngineDiscoveryRequest request, UniqueId id) {
            EngineDescriptor engine = new EngineDescriptor(id, "model");
            programs.forEach((name, program) -> {
                Container container = new Container(id.append("container", name), program);
                engine.addChild(container);
                for (Program.Case test : program.cases) {
                    container.addChild(new Test(container.getUniqueId().append("test", test.name), test, container));
                }
            });
            return engine;
        }

        @Override
        protected EngineExecutionContext createExecutionContext(ExecutionRequest request) {
            return new EngineExecutionContext() {};
        }

        @Override
        protected HierarchicalTestExecutorService createExecutorService(ExecutionRequest request) {
            ConfigurationParameters own =
                    new PrefixedConfigurationParameters(request.getConfigurationParameters(), "model.parallel.");
            return new ForkJoinPoolHierarchicalTestExecutorService(own);
        }
    }

    private final class Container extends AbstractTestDescriptor implements Node<EngineExecutionContext> {
        private final Program program;
        private final Runner.End before = new Runner.End();

        Container(UniqueId id, Program program) {
            super(id, id.getLastSegment().getValue());
            this.program = program;
        }

        @Override
        public Type getType() {
            return Type.CONTAINER;
        }

        @Override
        public ExecutionMode getExecutionMode() {
            return ExecutionMode.CONCURRENT;
        }

        @Override
        public EngineExecutionContext before(EngineExecutionContext context) {
            runner.all(program.before, 1, before);
            return context;
        }

        @Override
        public void after(EngineExecutionContext context) {
            runner.all(program.after, 1, null);
        }
    }

    private final class Test extends AbstractTestDescriptor implements Node<EngineExecutionContext> {
        private final Program.Case test;
        private final Container container;

        Test(UniqueId id, Program.Case test, Container container) {
            super(id, test.name);
            this.test = test;
            this.container = container;
        }

        @Override
        public Type getType() {
            return Type.TEST;
        }

        @Override
        public ExecutionMode getExecutionMode() {
            return ExecutionMode.CONCURRENT;
        }

        @Override
        public EngineExecutionContext execute(EngineExecutionContext context, DynamicTestExecutor dynamic) {
            container.before.came();
            runner.all(test.actions, 0, end(getUniqueId().toString()));
            if (test.fails) {
                throw new AssertionError("as the program says");
            }
            return context;
        }
    }

    /** Told of an end once all the Platform's own listeners were. */
    private final class Ends implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            end(test.getUniqueId()).came();
        }
    }
}
