import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.List;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/** Runs tests of JUnit 3 by their names: {@code AloneInJUnit3 TIMES CLASS FILE}, with the ids in the file, a zero byte after each. */
public final class AloneInJUnit3 {
    public static void main(String[] arguments) throws ClassNotFoundException, IOException {
        List<String> ids = Arrays.asList(names(arguments[2]));
        for (int times = Integer.parseInt(arguments[0]); times > 0; times--) {
            Class<?> tests = Class.forName(arguments[1], false, AloneInJUnit3.class.getClassLoader());
            new TestSuite(tests.asSubclass(TestCase.class)).run(new TestResult() {
                @Override
                protected void run(TestCase test) {
                    if (ids.contains(test.toString())) {
                        super.run(test);
                    }
                }
            });
        }
        System.exit(0);
    }

    private static String[] names(String file) throws IOException {
        return new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8).split("\0");
    }
}
