import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.testng.TestNG;
import org.testng.xml.XmlClass;
import org.testng.xml.XmlInclude;
import org.testng.xml.XmlSuite;
import org.testng.xml.XmlTest;

/** Runs methods of a TestNG class with all their invocations: {@code AloneInTestNg TIMES CLASS METHOD...}. */
public final class AloneInTestNg {
    public static void main(String[] arguments) {
        for (int times = Integer.parseInt(arguments[0]); times > 0; times--) {
            XmlSuite suite = new XmlSuite();
            XmlClass tests = new XmlClass(arguments[1], false);
            List<XmlInclude> methods = new ArrayList<>();
            for (int at = 2; at < arguments.length; at++) {
                methods.add(new XmlInclude(arguments[at]));
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
}
