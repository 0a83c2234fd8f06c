import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.runner.Description;
import org.junit.runner.JUnitCore;
import org.junit.runner.Request;
import org.junit.runner.manipulation.Filter;

/** Runs tests of JUnit 4 and 3 by their names: {@code AloneInJUnit4 TIMES CLASS FILE}, with the ids in the file, a zero byte after each. */
public final class AloneInJUnit4 {
    public static void main(String[] arguments) throws ClassNotFoundException, IOException {
        Set<String> ids = new HashSet<>(Arrays.asList(names(arguments[2])));
        for (int times = Integer.parseInt(arguments[0]); times > 0; times--) {
            // Not initialised here: that is left to the framework.
            Class<?> tests = Class.forName(arguments[1], false, AloneInJUnit4.class.getClassLoader());
            // Tests of inner classes are in the suite of an outer one.
            while (tests.getEnclosingClass() != null
                    && !only(ids).shouldRun(Request.aClass(tests).getRunner().getDescription())) {
                tests = tests.getEnclosingClass();
            }
            new JUnitCore().run(Request.aClass(tests).filterWith(only(ids)));
        }
        System.exit(0);
    }

    private static String[] names(String file) throws IOException {
        return new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8).split("\0");
    }

    private static Filter only(Set<String> ids) {
        return new Filter() {
            @Override
            public boolean shouldRun(Description description) {
                return description.isTest()
                        ? ids.contains(description.getDisplayName())
                        : description.getChildren().stream().anyMatch(this::shouldRun);
            }

            @Override
            public String describe() {
                return ids.toString();
            }
        };
    }
}
