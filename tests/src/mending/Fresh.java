import io.faultline.mutants.boot.Site;
import io.faultline.runner.Driver;
import io.faultline.runner.JUnit3Driver;
import io.faultline.runner.JUnit4Driver;
import io.faultline.runner.Listener;
import io.faultline.runner.PlatformDriver;
import io.faultline.runner.Ran;
import io.faultline.runner.Selection;
import io.faultline.runner.TestNgDriver;
import java.io.PrintStream;
import java.util.Collections;

/** Runs one test by its framework, with one mutant that is active from before the first class of the application is loaded. */
public class Fresh {
    public static void main(String[] words) throws Exception {
        Site.active = Integer.parseInt(words[0]);
        PrintStream out = System.out;
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        Class<?> type = words[2].isEmpty() ? null : Class.forName(words[2], false, loader);
        String id = words[3];
        String[] ended = {"not run"};
        driver(words[1]).run(Selection.ofIds(type, Collections.singletonList(id)), new Listener() {
            @Override
            public void ended(String test, Ran ran) {
                if (test.equals(id)) {
                    ended[0] = ran.outcome == Ran.Outcome.PASSED ? "passed" : ran.outcome + " " + ran.thrown;
                }
            }

            @Override
            public void failed(String what, Ran ran) {
                ended[0] = what + " " + ran.thrown;
            }
        });
        out.println("\nended: " + ended[0].replace('\n', ' '));
        out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static Driver driver(String word) {
        switch (word) {
            case "platform":
                return new PlatformDriver();
            case "junit4":
                return new JUnit4Driver();
            case "junit3":
                return new JUnit3Driver();
            default:
                return new TestNgDriver();
        }
    }
}
