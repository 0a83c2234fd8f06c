import java.util.Arrays;
import java.util.List;
import junit.framework.TestCase;
import junit.framework.TestResult;
import junit.framework.TestSuite;

/** Runs tests of JUnit 3 by their names: {@code AloneInJUnit3 TIMES CLASS ID...}. */
public final class AloneInJUnit3 {
    public static void main(String[] arguments) throws ClassNotFoundException {
        List<String> ids = Arrays.asList(arguments).subList(2, arguments.length);
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
}
