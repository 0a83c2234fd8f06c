package io.faultline.amplify.grow;

import io.faultline.runner.Lines;
import io.faultline.runner.Refused;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * A program that executes a request file.
 *
 * <p>Exit codes: 0 for success, 2 for an invalid request, 3 if there is no result; the last line of output then states
 * the reason.
 */
interface Program {
    int BAD_REQUEST = 2;
    int NOTHING = 3;

    void follow(Lines request) throws Nothing, IOException;

    /** Runs a program and returns its exit code. */
    static int run(String request, Program program, PrintStream err) {
        try {
            program.follow(Lines.read(Path.of(request)));
            return 0;
        } catch (Nothing nothing) {
            err.println(nothing.getMessage());
            return NOTHING;
        } catch (Refused refused) {
            err.println(refused.getMessage());
        } catch (IOException bad) {
            err.println("a file of the request cannot be used: " + bad);
        }
        return BAD_REQUEST;
    }
}
