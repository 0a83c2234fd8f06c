import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;

import org.junit.runner.JUnitCore;
import org.junit.runner.Result;

/**
 * Runs every test class of a jar in one JUnitCore run and prints one line of counts.
 *
 * <p>JUnitCore's own main prints each failure's stack trace, which would be measured along.
 */
public final class SuiteMain {

    public static void main(String[] args) throws Exception {
        Result result = new JUnitCore().run(testClasses(args[0]));
        System.out.println("ran " + result.getRunCount() + " failed " + result.getFailureCount());
        // Some suites leave threads behind; the end of the tests is the end of the measurement.
        System.exit(0);
    }

    private static Class<?>[] testClasses(String jar) throws Exception {
        List<Class<?>> classes = new ArrayList<>();
        for (String name : names(jar)) {
            Class<?> type = Class.forName(name, false, SuiteMain.class.getClassLoader());
            if (!Modifier.isAbstract(type.getModifiers())) {
                classes.add(type);
            }
        }
        return classes.toArray(new Class<?>[0]);
    }

    /** Sorted, so that every run executes the tests in the same order. */
    private static TreeSet<String> names(String jar) throws Exception {
        TreeSet<String> names = new TreeSet<>();
        try (JarFile file = new JarFile(jar)) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith("Test.class") && name.indexOf('$') < 0)
                    .forEach(name -> names.add(name.substring(0, name.length() - 6).replace('/', '.')));
        }
        return names;
    }
}
