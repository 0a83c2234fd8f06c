import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.testng.TestNG;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/** Runs methods of a TestNG class with all their invocations: {@code AloneInTestNg TIMES CLASS FILE}, with the names in the file, a zero
 * byte after each. */
public final class AloneInTestNg {
    public static void main(String[] arguments) throws IOException {
        for (int times = Integer.parseInt(arguments[0]); times > 0; times--) {
            XmlSuite suite = new XmlSuite();
            XmlClass tests = new XmlClass(arguments[1], false);
            List<XmlInclude> methods = new ArrayList<>();
            for (String method : names(arguments[2])) {
                methods.add(new XmlInclude(method));
            }
            tests.setIncludedMethods(methods);
            new XmlTest(suite).setXmlClasses(Collections.singletonList(tests));
            TestNG testng = new TestNG(false);
            testng.setUseDefaultListeners(false);
            testng.setXmlSuites(Collections.singletonList(suite));
            testng.run();
        }
        System.exit(0);
    }

    private static String[] names(String file) throws IOException {
        return new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8).split("\0");
    }
}
