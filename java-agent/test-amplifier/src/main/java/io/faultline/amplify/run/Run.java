package io.faultline.amplify.run;

import io.faultline.runner.Driver;
import io.faultline.runner.Exit;
import io.faultline.runner.JUnit3Driver;
import io.faultline.runner.JUnit4Driver;
import io.faultline.runner.PlatformDriver;
import io.faultline.runner.Refused;
import io.faultline.runner.Selection;
import io.faultline.runner.Streams;
import io.faultline.runner.TestNgDriver;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;

/**
 * The program that runs variants of tests: {@code Run REQUEST}.
 *
 * <p>Exit codes: 0 if everything has run, 2 for an invalid request, 3 if the tests cannot be run,
 * {@value Session#UNENDED} if a test ended the JVM or could not be ended.
 */
public final class Run {
    private static final int BAD_REQUEST = 2;
    private static final int NOT_RUN = 3;

    /** Time limit of shutdown hooks; the recording agent closes its file in one. */
    private static final long HOOKS_MS = 1000;

    private Run() {}

    /** Executes a request in the main thread, as many tests expect. */
    public static void main(String[] arguments) {
        PrintStream err = System.err;
        if (arguments.length != 1) {
            err.println("name one request: Run REQUEST");
            exit(BAD_REQUEST);
        }
        int status = 0;
        try {
            Request request = Request.read(Paths.get(arguments[0]));
            Driver driver = driver(request.framework);
            Streams.silence();
            run(request, driver);
        } catch (IOException | IllegalArgumentException bad) {
            err.println(bad instanceof IOException ? "a file of the request cannot be used: " + bad : bad.getMessage());
            status = BAD_REQUEST;
        } catch (Throwable thrown) {
            err.println("the tests cannot be run: " + thrown);
            status = NOT_RUN;
        }
        exit(status);
    }

    private static void run(Request request, Driver driver) throws Exception {
        try (Results results = new Results(request.out)) {
            Session session = new Session(request, results);
            Path own = Files.createDirectories(request.out.toAbsolutePath().resolveSibling("tmp"));
            // Set before first use, because the JDK reads it only once.
            System.setProperty("java.io.tmpdir", own.toString());
            Exits.forbid(session, own.toFile());
            // Not initialised here: that is left to the framework.
            Class<?> testClass = Class.forName(request.testClass, false, Run.class.getClassLoader());
            driver.run(Selection.ofMethods(testClass, request.methods), session);
            session.finish();
        }
    }

    /** Loads framework classes lazily, only for the requested framework. */
    private static Driver driver(String framework) {
        switch (framework) {
            case "junit3":
                return new JUnit3Driver();
            case "junit4":
                return new JUnit4Driver();
            case "jupiter":
                return new PlatformDriver();
            case "testng":
                return new TestNgDriver();
            default:
                throw new Refused(
                        "the framework `" + framework + "` is unknown; ask for junit3, junit4, jupiter or testng");
        }
    }

    static void exit(int status) {
        Exit.with(status, HOOKS_MS);
    }
}
