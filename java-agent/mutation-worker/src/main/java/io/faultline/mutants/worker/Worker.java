package io.faultline.mutants.worker;

import io.faultline.mutants.agent.Agent;
import io.faultline.mutants.agent.Settings;
import io.faultline.mutants.boot.Site;
import io.faultline.mutants.driver.InPlace;
import io.faultline.mutants.driver.JUnit3InPlace;
import io.faultline.mutants.driver.JUnit4InPlace;
import io.faultline.mutants.driver.PlatformInPlace;
import io.faultline.mutants.driver.TestNgInPlace;
import io.faultline.runner.Exit;
import io.faultline.runner.Fields;
import io.faultline.runner.Streams;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The main class of a worker's JVM. Reads commands, one a line, from standard input; tests see an empty standard input.
 *
 * <p>Units run in the main thread, as many tests expect.
 */
public final class Worker {
    private static final int NO_AGENT = 2;
    private static final int BAD_COMMAND = 3;

    /** Time limit of shutdown hooks; the next worker waits for this one to end. */
    private static final long HOOKS_MS = 500;

    private final Bench bench;
    private final List<String> suites;
    private final Map<String, InPlace> frameworks = new HashMap<>();
    private Unit unit;

    private Worker(Bench bench, List<String> suites) {
        this.bench = bench;
        this.suites = suites;
    }

    /** Executes commands until {@code quit} or the end of the input. */
    public static void main(String[] arguments) throws IOException {
        Settings settings = Agent.settings();
        if (settings == null) {
            System.err.println("the worker was started without its agent");
            System.exit(NO_AGENT);
        }
        BufferedReader commands = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        PrintStream err = System.err;
        Streams.silence();
        try (ResultsFile results = open(settings)) {
            Agent.deliverTo(results);
            Site.throwOnExit = true;
            Bench bench = new Bench(results, new PairFile(settings.pair), settings.wall, settings.wallMost);
            new Worker(bench, settings.suites).obey(commands);
        } catch (IllegalArgumentException bad) {
            err.println(bad.getMessage());
            exit(BAD_COMMAND);
        }
        exit(0);
    }

    private static ResultsFile open(Settings settings) throws IOException {
        return new ResultsFile(
                settings.results, settings.originStarted, settings.originNonce, pid(), settings.originDescription);
    }

    /** The process id; 0 if unknown. */
    private static int pid() {
        try {
            return Integer.parseInt(new File("/proc/self").getCanonicalFile().getName());
        } catch (IOException | NumberFormatException elsewhere) {
            return 0;
        }
    }

    private void obey(BufferedReader commands) throws IOException {
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            if (line.equals("quit")) {
                return;
            }
            if (!line.isEmpty()) {
                obey(Fields.split(line));
            }
        }
    }

    private void obey(List<String> fields) {
        switch (fields.get(0)) {
            case "unit":
                unit = Unit.of(fields);
                break;
            case "test":
                given().add(Wanted.of(fields));
                break;
            case "run":
                run(given());
                unit = null;
                break;
            default:
                throw new IllegalArgumentException("the command `" + fields.get(0) + "` is unknown");
        }
    }

    private Unit given() {
        if (unit == null) {
            throw new IllegalArgumentException("there is no unit");
        }
        return unit;
    }

    private void run(Unit given) {
        new UnitRun(bench, given)
                .by(tests ->
                        frameworks.computeIfAbsent(given.framework, this::make).run(classOf(given), tests));
    }

    /** Loads the class without initialising it: that is left to the framework. */
    private static Class<?> classOf(Unit unit) throws ClassNotFoundException {
        return unit.className.isEmpty()
                ? null
                : Class.forName(unit.className, false, ClassLoader.getSystemClassLoader());
    }

    /** Loads framework classes lazily, only for requested frameworks. */
    private InPlace make(String framework) {
        switch (framework) {
            case "platform":
                return new PlatformInPlace();
            case "junit4":
                return new JUnit4InPlace(suites);
            case "junit3":
                return new JUnit3InPlace(suites);
            case "testng":
                return new TestNgInPlace();
            default:
                throw new IllegalArgumentException("the framework `" + framework + "` is unknown");
        }
    }

    static void exit(int status) {
        Exit.with(status, HOOKS_MS);
    }
}
