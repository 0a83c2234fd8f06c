package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.faultline.instrument.Compilation;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.evosuite.testcase.DefaultTestCase;
import org.evosuite.testcase.statements.ConstructorStatement;
import org.evosuite.testcase.statements.EnumPrimitiveStatement;
import org.evosuite.testcase.statements.MethodStatement;
import org.evosuite.testcase.statements.StringPrimitiveStatement;
import org.evosuite.testcase.statements.numeric.BooleanPrimitiveStatement;
import org.evosuite.testcase.statements.numeric.IntPrimitiveStatement;
import org.evosuite.testcase.statements.numeric.LongPrimitiveStatement;
import org.evosuite.testcase.variable.VariableReference;
import org.evosuite.utils.generic.GenericConstructor;
import org.evosuite.utils.generic.GenericMethod;
import org.junit.jupiter.api.Test;

/** A handwritten test and one made by EvoSuite have equal inputs where they pass equal values. */
class InputsTest {
    private static final String PERMITS = "java.util.concurrent.Semaphore";
    private static final String UNIT = "java.util.concurrent.TimeUnit";

    private static Inputs written(String body) throws Exception {
        String source = "public class Main {\n public static void main(String[] a) {}\n public void test() {\n" + body
                + "\n }\n" + " static void check(Object one, Object other) {}\n}\n";
        Map<String, byte[]> classes = Compilation.of("Main", source, 8);
        return WrittenInputs.of("Main", "test()", new ClassLoader(InputsTest.class.getClassLoader()) {
            @Override
            public InputStream getResourceAsStream(String name) {
                byte[] known = classes.get(name.replace(".class", "").replace('/', '.'));
                return known == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(known);
            }
        });
    }

    /** Creates a test that splits a text and acquires permits. */
    private static DefaultTestCase made(int size, String text, boolean fair) throws Exception {
        DefaultTestCase test = new DefaultTestCase();
        VariableReference words = test.addStatement(new StringPrimitiveStatement(test, text));
        GenericConstructor split =
                new GenericConstructor(StringTokenizer.class.getConstructor(String.class), StringTokenizer.class);
        test.addStatement(new ConstructorStatement(test, split, List.of(words)));
        VariableReference number = test.addStatement(new IntPrimitiveStatement(test, size));
        VariableReference flag = test.addStatement(new BooleanPrimitiveStatement(test, fair));
        GenericConstructor make =
                new GenericConstructor(Semaphore.class.getConstructor(int.class, boolean.class), Semaphore.class);
        VariableReference permits = test.addStatement(new ConstructorStatement(test, make, List.of(number, flag)));
        VariableReference time = test.addStatement(new LongPrimitiveStatement(test, 5L));
        VariableReference unit = test.addStatement(new EnumPrimitiveStatement<>(test, TimeUnit.HOURS));
        GenericMethod acquire =
                new GenericMethod(Semaphore.class.getMethod("tryAcquire", long.class, TimeUnit.class), Semaphore.class);
        test.addStatement(new MethodStatement(test, acquire, permits, List.of(time, unit)));
        return test;
    }

    @Test
    void whatIsWrittenAndWhatIsMadeAreTheSameWhereTheyGiveTheSame() throws Exception {
        Inputs written = written(
                "  int size = 300;\n  new java.util.StringTokenizer(\"x\");\n  " + PERMITS + " permits = new " + PERMITS
                        + "(size, true);\n  try { permits.tryAcquire(5, " + UNIT
                        + ".HOURS); } catch (InterruptedException e) { }\n"
                        + "  check(Integer.valueOf(7), \"expected\");");
        Inputs made = StatementInputs.inputs(made(300, "x", true), 8);
        assertEquals(written.toString(), made.toString());
        assertArrayEquals(written.numbers(), made.numbers());
        assertEquals(8, made.numbers().length, "three calls and five arguments");
        long[] other = StatementInputs.inputs(made(300, "y", true), 8).numbers();
        int same = 0;
        for (int at = 0; at < other.length; at++) {
            same += other[at] == written.numbers()[at] ? 1 : 0;
        }
        assertEquals(7, same);
    }

    @Test
    void statementsThatDidNotRunGiveNothing() throws Exception {
        assertEquals(2, StatementInputs.inputs(made(1, "x", false), 2).numbers().length);
        assertEquals(0, StatementInputs.inputs(made(1, "x", false), 1).numbers().length);
    }

    @Test
    void whatDependsOnWhatRunsIsNotKnown() throws Exception {
        Inputs inputs = written("  int n = 1;\n  while (n < 9) { n++; new " + PERMITS + "(n); }\n  new " + PERMITS
                + "(\"a\".length());");
        String permits = PERMITS.replace('.', '/') + "(I)V";
        assertEquals("[" + permits + " 1, length()I 1, " + permits + " 2]", inputs.toString());
        assertNotNull(written(""));
        assertNull(WrittenInputs.of("no.such.Test", "test", InputsTest.class.getClassLoader()));
    }
}
