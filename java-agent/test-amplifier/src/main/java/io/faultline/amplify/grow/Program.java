package io.faultline.amplify.grow;

import io.faultline.runner.Lines;
import io.faultline.runner.Refused;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * How a program follows a request in a file.
 *
 * <p>Exit status: 0 where something comes of it, 2 for a request that cannot be followed, 3 where nothing comes of it; the last line
 * then says why.
 */
interface Program {
    int BAD_REQUEST = 2;
    int NOTHING = 3;

    void follow(Lines request) throws Nothing, IOException;

    /** The exit status. */
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
