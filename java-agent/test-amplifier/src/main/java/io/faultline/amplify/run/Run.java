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
 * <p>Exit status: 0 when all has run, 2 for a request that cannot be followed, 3 where the tests cannot be run,
 * {@value Session#UNENDED} where a test ended the JVM or could not be ended.
 */
public final class Run {
    private static final int BAD_REQUEST = 2;
    private static final int NOT_RUN = 3;

    /** The recording agent closes its file in one of them. */
    private static final long HOOKS_MS = 1000;

    private Run() {}

    /** Reads a request and follows it, in the main thread, as many tests expect of theirs. */
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
            // Before anybody has asked for it: the JDK reads it once.
            System.setProperty("java.io.tmpdir", own.toString());
            Exits.forbid(session, own.toFile());
            // Initialised by its framework, in its own time.
            Class<?> testClass = Class.forName(request.testClass, false, Run.class.getClassLoader());
            driver.run(Selection.ofMethods(testClass, request.methods), session);
            session.finish();
        }
    }

    /** Here, and only for the framework that is asked for, its classes are loaded. */
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
                throw new Refused("the framework `" + framework + "` is unknown; ask for junit3, junit4, jupiter or testng");
        }
    }

    /** Ends the JVM. */
    static void exit(int status) {
        Exit.with(status, HOOKS_MS);
    }
}
