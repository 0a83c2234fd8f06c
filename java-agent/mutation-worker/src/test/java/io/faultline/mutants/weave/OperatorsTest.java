package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the description and effect of each alternative of each operator on a small method. */
class OperatorsTest {
    private static final int SEVEN = 7;

    /** @param expected descriptions and results of the mutants in order, each {@code words -> result} */
    private static void check(Operator operator, String method, Object[] arguments, Object result, String... expected)
            throws Exception {
        Mutated mutated = Mutated.of(method);
        assertEquals(result, mutated.call("f", arguments), "without a mutant");
        Mutated.Marks marks = mutated.probe("f", arguments);
        assertEquals(result, marks.result, "while probing");
        List<String> found = new ArrayList<>();
        for (Mutant mutant : mutated.mutants("f", operator)) {
            Object given = mutated.call(mutant, "f", arguments);
            found.add(mutant.words + " -> " + given);
            assertTrue(marks.reached(mutant), mutant.words);
            if (!result.equals(given)) {
                assertTrue(marks.infected(mutant), mutant.words + " gives another result");
            }
        }
        assertEquals(List.of(expected), found);
    }

    private static Object[] of(Object... arguments) {
        return arguments;
    }

    @Test
    void comparisonsOfTwoNumbersBecomeTheOthers() throws Exception {
        check(
                Operator.RELATIONAL,
                "static boolean f(int a, int b) { return a < b; }",
                of(1, 2),
                true,
                "`==` for `<` -> false",
                "`!=` for `<` -> true",
                "`>=` for `<` -> false",
                "`>` for `<` -> false",
                "`<=` for `<` -> true",
                "`true` for `<` -> true",
                "`false` for `<` -> false");
        check(
                Operator.RELATIONAL,
                "static boolean f(int a, int b) { return a == b; }",
                of(2, 2),
                true,
                "`!=` for `==` -> false",
                "`<` for `==` -> false",
                "`>=` for `==` -> true",
                "`>` for `==` -> false",
                "`<=` for `==` -> true",
                "`true` for `==` -> true",
                "`false` for `==` -> false");
        check(
                Operator.RELATIONAL,
                "static boolean f(int a, int b) { return a >= b; }",
                of(1, 2),
                false,
                "`==` for `>=` -> false",
                "`!=` for `>=` -> true",
                "`<` for `>=` -> true",
                "`>` for `>=` -> false",
                "`<=` for `>=` -> true",
                "`true` for `>=` -> true",
                "`false` for `>=` -> false");
    }

    @Test
    void comparisonsWithZeroBecomeTheOthers() throws Exception {
        check(
                Operator.RELATIONAL,
                "static boolean f(int a) { return a > 0; }",
                of(-1),
                false,
                "`==` for `>` -> false",
                "`!=` for `>` -> true",
                "`<` for `>` -> true",
                "`>=` for `>` -> false",
                "`<=` for `>` -> true",
                "`true` for `>` -> true",
                "`false` for `>` -> false");
    }

    @Test
    void comparisonsOfLongsAndDoublesBecomeTheOthers() throws Exception {
        check(
                Operator.RELATIONAL,
                "static boolean f(long a, long b) { return a <= b; }",
                of(3L, 2L),
                false,
                "`==` for `<=` -> false",
                "`!=` for `<=` -> true",
                "`<` for `<=` -> false",
                "`>=` for `<=` -> true",
                "`>` for `<=` -> true",
                "`true` for `<=` -> true",
                "`false` for `<=` -> false");
        check(
                Operator.RELATIONAL,
                "static boolean f(double a, double b) { return a != b; }",
                of(3.0, 2.0),
                true,
                "`==` for `!=` -> false",
                "`<` for `!=` -> false",
                "`>=` for `!=` -> true",
                "`>` for `!=` -> true",
                "`<=` for `!=` -> false",
                "`true` for `!=` -> true",
                "`false` for `!=` -> false");
    }

    @Test
    void aNumberThatIsNoneComparesAsTheClassFileSays() throws Exception {
        Mutated mutated = Mutated.of("static boolean f(double a, double b) { return a < b; }");
        assertEquals(false, mutated.call("f", Double.NaN, 1.0));
        assertEquals(false, mutated.probe("f", Double.NaN, 1.0).result);
    }

    @Test
    void wordsSayWhatTheSourceHasInLoopsAndOrs() throws Exception {
        String first = "`==` for ";
        assertEquals(
                List.of("`!=` for `==`", first + "`<`"),
                firsts("static int f(int a, int b) { if (a == 1 || b < 2) { return 1; } return 0; }"));
        assertEquals(
                List.of("`!=` for `==`", first + "`<`"),
                firsts("static int f(int a, int b) { if (a == 1 && b < 2) { return 1; } return 0; }"));
        assertEquals(List.of(first + "`<`"), firsts("static int f(int a, int b) { while (a < b) { a++; } return a; }"));
        assertEquals(
                List.of(first + "`<`"), firsts("static int f(int a, int b) { do { a++; } while (a < b); return a; }"));
        assertEquals(
                List.of("`!=` for `==`", first + "`<`", first + "`>`"),
                firsts("static int f(int a, int b) { if (a == 1 && b < 2 || a > 3) { return 1; } return 0; }"));
    }

    private static List<String> firsts(String method) throws Exception {
        List<String> words = new ArrayList<>();
        for (Mutant mutant : Mutated.of(method).mutants("f", Operator.RELATIONAL)) {
            if (mutant.alternative == 0) {
                words.add(mutant.words);
            }
        }
        return words;
    }

    @Test
    void arithmeticBecomesTheOthersOrOneOperand() throws Exception {
        check(
                Operator.ARITHMETIC,
                "static int f(int a, int b) { return a + b; }",
                of(7, 3),
                10,
                "`-` for `+` -> 4",
                "`*` for `+` -> 21",
                "`/` for `+` -> 2",
                "`%` for `+` -> 1",
                "only the left operand of `+` -> 7",
                "only the right operand of `+` -> 3");
        check(
                Operator.ARITHMETIC,
                "static long f(long a, long b) { return a * b; }",
                of(7L, 3L),
                21L,
                "`+` for `*` -> 10",
                "`-` for `*` -> 4",
                "`/` for `*` -> 2",
                "`%` for `*` -> 1",
                "only the left operand of `*` -> 7",
                "only the right operand of `*` -> 3");
        check(
                Operator.ARITHMETIC,
                "static float f(float a, float b) { return a / b; }",
                of(6f, 2f),
                3f,
                "`+` for `/` -> 8.0",
                "`-` for `/` -> 4.0",
                "`*` for `/` -> 12.0",
                "`%` for `/` -> 0.0",
                "only the left operand of `/` -> 6.0",
                "only the right operand of `/` -> 2.0");
        check(
                Operator.ARITHMETIC,
                "static double f(double a, double b) { return a % b; }",
                of(7.0, 4.0),
                3.0,
                "`+` for `%` -> 11.0",
                "`-` for `%` -> 3.0",
                "`*` for `%` -> 28.0",
                "`/` for `%` -> 1.75",
                "only the left operand of `%` -> 7.0",
                "only the right operand of `%` -> 4.0");
        check(
                Operator.ARITHMETIC,
                "static int f(int a, int b) { return a - b; }",
                of(7, 3),
                4,
                "`+` for `-` -> 10",
                "`*` for `-` -> 21",
                "`/` for `-` -> 2",
                "`%` for `-` -> 1",
                "only the left operand of `-` -> 7",
                "only the right operand of `-` -> 3");
    }

    @Test
    void divisionsByZeroAreThrownByMutantsAndNotByProbes() throws Exception {
        check(
                Operator.ARITHMETIC,
                "static int f(int a, int b) { return a * b; }",
                of(7, 0),
                0,
                "`+` for `*` -> 7",
                "`-` for `*` -> 7",
                "`/` for `*` -> class java.lang.ArithmeticException",
                "`%` for `*` -> class java.lang.ArithmeticException",
                "only the left operand of `*` -> 7",
                "only the right operand of `*` -> 0");
        check(
                Operator.ARITHMETIC,
                "static long f(long a, long b) { return a / b; }",
                of(7L, 0L),
                ArithmeticException.class,
                "`+` for `/` -> 7",
                "`-` for `/` -> 7",
                "`*` for `/` -> 0",
                "`%` for `/` -> class java.lang.ArithmeticException",
                "only the left operand of `/` -> 7",
                "only the right operand of `/` -> 0");
    }

    @Test
    void notANumberIsNoInfectionWhereBothAreNone() throws Exception {
        Mutated mutated = Mutated.of("static double f(double a, double b) { return a + b; }");
        Mutated.Marks marks = mutated.probe("f", Double.NaN, 1.0);
        List<Mutant> mutants = mutated.mutants("f", Operator.ARITHMETIC);
        assertTrue(!marks.infected(mutants.get(0)), "NaN - 1 is NaN as NaN + 1 is");
        assertTrue(marks.infected(mutants.get(5)), "1 is not");
    }

    @Test
    void conditionsThatAreTruthsAreTurnedAroundOrFixed() throws Exception {
        check(
                Operator.LOGICAL,
                "static int f(boolean a) { if (a) { return 1; } return 2; }",
                of(true),
                1,
                "the opposite of the condition -> 2",
                "`true` for the condition -> 1",
                "`false` for the condition -> 2");
        check(
                Operator.LOGICAL,
                "static int f(boolean a) { if (!a) { return 1; } return 2; }",
                of(true),
                2,
                "the opposite of the condition -> 1",
                "`false` for the condition -> 2",
                "`true` for the condition -> 1");
        check(
                Operator.LOGICAL,
                "static int f(boolean a, boolean b) { return a && b ? 1 : 2; }",
                of(true, false),
                2,
                "the opposite of the condition -> 2",
                "`true` for the condition -> 2",
                "`false` for the condition -> 2",
                "the opposite of the condition -> 1",
                "`true` for the condition -> 1",
                "`false` for the condition -> 2");
        check(
                Operator.LOGICAL,
                "static int f(String a) { return a.isEmpty() ? 1 : 2; }",
                of("x"),
                2,
                "the opposite of the condition -> 1",
                "`true` for the condition -> 1",
                "`false` for the condition -> 2");
    }

    @Test
    void bitsBecomeTheOthersOrOneOperand() throws Exception {
        check(
                Operator.BITWISE,
                "static int f(int a, int b) { return a & b; }",
                of(6, 3),
                2,
                "`|` for `&` -> 7",
                "`^` for `&` -> 5",
                "only the left operand of `&` -> 6",
                "only the right operand of `&` -> 3");
        check(
                Operator.BITWISE,
                "static long f(long a, long b) { return a | b; }",
                of(6L, 3L),
                7L,
                "`&` for `|` -> 2",
                "`^` for `|` -> 5",
                "only the left operand of `|` -> 6",
                "only the right operand of `|` -> 3");
        check(
                Operator.BITWISE,
                "static boolean f(boolean a, boolean b) { return a ^ b; }",
                of(true, true),
                false,
                "`&` for `^` -> true",
                "`|` for `^` -> true",
                "only the left operand of `^` -> true",
                "only the right operand of `^` -> true");
    }

    @Test
    void shiftsBecomeTheOthersOrAreLeftOut() throws Exception {
        check(
                Operator.SHIFT,
                "static int f(int a, int b) { return a << b; }",
                of(-8, 1),
                -16,
                "`>>` for `<<` -> -4",
                "`>>>` for `<<` -> 2147483644",
                "only the left operand of `<<` -> -8");
        check(
                Operator.SHIFT,
                "static long f(long a, int b) { return a >>> b; }",
                of(8L, 1),
                4L,
                "`<<` for `>>>` -> 16",
                "`>>` for `>>>` -> 4",
                "only the left operand of `>>>` -> 8");
        check(
                Operator.SHIFT,
                "static int f(int a, int b) { return a >> b; }",
                of(-8, 1),
                -4,
                "`<<` for `>>` -> -16",
                "`>>>` for `>>` -> 2147483644",
                "only the left operand of `>>` -> -8");
    }

    @Test
    void loadedNumbersChangeByOneOrTheirSign() throws Exception {
        check(
                Operator.UNARY,
                "static int f(int a) { return a; }",
                of(SEVEN),
                7,
                "`a + 1` for `a` -> 8",
                "`a - 1` for `a` -> 6",
                "`-a` for `a` -> -7");
        check(
                Operator.UNARY,
                "static long f(long a) { return a; }",
                of(7L),
                7L,
                "`a + 1` for `a` -> 8",
                "`a - 1` for `a` -> 6",
                "`-a` for `a` -> -7");
        check(
                Operator.UNARY,
                "static double f(double a) { return a; }",
                of(7.0),
                7.0,
                "`a + 1` for `a` -> 8.0",
                "`a - 1` for `a` -> 6.0",
                "`-a` for `a` -> -7.0");
        check(
                Operator.UNARY,
                "static float f(float a) { return a; }",
                of(7f),
                7f,
                "`a + 1` for `a` -> 8.0",
                "`a - 1` for `a` -> 6.0",
                "`-a` for `a` -> -7.0");
        check(Operator.UNARY, "static boolean f(boolean a) { return a; }", of(true), true);
        check(Operator.UNARY, "static char f(char a) { return a; }", of('a'), 'a');
    }

    @Test
    void negationsAreLeftOut() throws Exception {
        check(Operator.UNARY, "static int x = 7; static int f() { return -x; }", of(), -7, "the `-` left out -> 7");
        check(
                Operator.UNARY,
                "static double x = 7; static double f() { return -x; }",
                of(),
                -7.0,
                "the `-` left out -> 7.0");
    }

    @Test
    void constantsBecomeTheirNeighboursZeroAndTheirNegative() throws Exception {
        check(
                Operator.CONSTANT,
                "static int f() { return 5; }",
                of(),
                5,
                "`6` for the constant 5 -> 6",
                "`4` for the constant 5 -> 4",
                "`0` for the constant 5 -> 0",
                "`-5` for the constant 5 -> -5");
        check(
                Operator.CONSTANT,
                "static int f() { return 1; }",
                of(),
                1,
                "`2` for the constant 1 -> 2",
                "`0` for the constant 1 -> 0",
                "`-1` for the constant 1 -> -1");
        check(
                Operator.CONSTANT,
                "static int f() { return 0; }",
                of(),
                0,
                "`1` for the constant 0 -> 1",
                "`-1` for the constant 0 -> -1");
        check(
                Operator.CONSTANT,
                "static int f() { return 100000; }",
                of(),
                100000,
                "`100001` for the constant 100000 -> 100001",
                "`99999` for the constant 100000 -> 99999",
                "`0` for the constant 100000 -> 0",
                "`-100000` for the constant 100000 -> -100000");
        check(
                Operator.CONSTANT,
                "static long f() { return 9L; }",
                of(),
                9L,
                "`10` for the constant 9 -> 10",
                "`8` for the constant 9 -> 8",
                "`0` for the constant 9 -> 0",
                "`-9` for the constant 9 -> -9");
        check(
                Operator.CONSTANT,
                "static double f() { return 0.5; }",
                of(),
                0.5,
                "`1.5` for the constant 0.5 -> 1.5",
                "`-0.5` for the constant 0.5 -> -0.5",
                "`0.0` for the constant 0.5 -> 0.0");
        check(
                Operator.CONSTANT,
                "static float f() { return 2f; }",
                of(),
                2f,
                "`3.0` for the constant 2.0 -> 3.0",
                "`1.0` for the constant 2.0 -> 1.0",
                "`0.0` for the constant 2.0 -> 0.0",
                "`-2.0` for the constant 2.0 -> -2.0");
    }

    @Test
    void constantTruthsAndTextsHaveOneAlternative() throws Exception {
        check(
                Operator.CONSTANT,
                "static boolean x; static boolean f() { x = true; return x; }",
                of(),
                true,
                "`false` for the constant `true` -> false");
        check(
                Operator.CONSTANT,
                "static Object g(boolean a, Object b) { return a ? b : \"\"; } static Object f() { return g(true, \"x\"); }",
                of(),
                "x",
                "`false` for the constant `true` -> ",
                "an empty text for the constant -> ");
        check(Operator.CONSTANT, "static boolean f() { return true; }", of(), true);
        check(
                Operator.CONSTANT,
                "static boolean f(int a) { return a == 5; }",
                of(5),
                true,
                "`6` for the constant 5 -> false",
                "`4` for the constant 5 -> false",
                "`0` for the constant 5 -> false",
                "`-5` for the constant 5 -> false");
        check(Operator.CONSTANT, "static int f() { return new int[3].length; }", of(), 3);
    }

    @Test
    void assignmentsOfFieldsAreLeftOut() throws Exception {
        check(
                Operator.DELETION,
                "static int x; static int f() { x = 1; x = 2; return x; }",
                of(),
                2,
                "the assignment of `x` left out -> 2",
                "the assignment of `x` left out -> 1");
        check(
                Operator.DELETION,
                "long x = 1; static long f() { T t = new T(); t.x = 2; return t.x; }",
                of(),
                2L,
                "the assignment of `x` left out -> 1");
        Mutated constructor = Mutated.of("String x; T() { x = \"a\"; } static String f() { return new T().x; }");
        Mutant store = constructor.mutants("<init>", Operator.DELETION).get(0);
        assertEquals("a", constructor.call("f"));
        assertEquals(null, constructor.call(store, "f"));
    }

    @Test
    void assignmentsOfVariablesThatHaveAValueAreLeftOut() throws Exception {
        check(
                Operator.DELETION,
                "static int f(int a) { a = 3; return a; }",
                of(1),
                3,
                "the assignment of `a` left out -> 1");
        check(
                Operator.DELETION,
                "static long f(long a) { a = 3; return a; }",
                of(1L),
                3L,
                "the assignment of `a` left out -> 1");
        check(
                Operator.DELETION,
                "static float f(float a) { a = 3; return a; }",
                of(1f),
                3f,
                "the assignment of `a` left out -> 1.0");
        check(
                Operator.DELETION,
                "static double f(double a) { a = 3; return a; }",
                of(1.0),
                3.0,
                "the assignment of `a` left out -> 1.0");
        check(
                Operator.DELETION,
                "static String f(String a) { a = \"b\"; return a; }",
                of("a"),
                "b",
                "the assignment of `a` left out -> a");
        check(Operator.DELETION, "static int f() { int a = 3; return a; }", of(), 3);
    }

    @Test
    void comparisonsOfReferencesAreTurnedAroundOrFixed() throws Exception {
        check(
                Operator.CONDITION,
                "static boolean f(Object a, Object b) { return a == b; }",
                of("a", "b"),
                false,
                "`!=` for `==` -> true",
                "`true` for `==` -> true",
                "`false` for `==` -> false");
        check(
                Operator.CONDITION,
                "static int f(Object a) { if (a != null) { return 1; } return 2; }",
                of("a"),
                1,
                "`== null` for `!= null` -> 2",
                "`true` for `!= null` -> 1",
                "`false` for `!= null` -> 2");
        check(
                Operator.CONDITION,
                "static int f(Object a) { if (a == null) { return 1; } return 2; }",
                of("a"),
                2,
                "`!= null` for `== null` -> 1",
                "`true` for `== null` -> 1",
                "`false` for `== null` -> 2");
    }

    @Test
    void resultsBecomeZeroOneMoreNegativeNullOrEmpty() throws Exception {
        check(
                Operator.RETURN,
                "static int f(int a) { return a; }",
                of(7),
                7,
                "`0` returned -> 0",
                "one more returned -> 8",
                "the negative returned -> -7");
        check(
                Operator.RETURN,
                "static long f(long a) { return a; }",
                of(7L),
                7L,
                "`0` returned -> 0",
                "one more returned -> 8",
                "the negative returned -> -7");
        check(
                Operator.RETURN,
                "static float f(float a) { return a; }",
                of(7f),
                7f,
                "`0` returned -> 0.0",
                "one more returned -> 8.0",
                "the negative returned -> -7.0");
        check(
                Operator.RETURN,
                "static double f(double a) { return a; }",
                of(7.0),
                7.0,
                "`0` returned -> 0.0",
                "one more returned -> 8.0",
                "the negative returned -> -7.0");
        check(
                Operator.RETURN,
                "static boolean f(boolean a) { return a; }",
                of(true),
                true,
                "the opposite returned -> false",
                "`true` returned -> true",
                "`false` returned -> false");
        check(
                Operator.RETURN,
                "static String f(String a) { return a; }",
                of("a"),
                "a",
                "`null` returned -> null",
                "an empty text returned -> ");
        check(Operator.RETURN, "static Integer f(Integer a) { return a; }", of(7), 7, "`null` returned -> null");
        check(
                Operator.RETURN,
                "static <X extends Comparable<X>> X f(X a) { return a; }",
                of(7),
                7,
                "`null` returned -> null");
    }

    @Test
    void callsAreLeftOutOrReplaced() throws Exception {
        check(
                Operator.CALL,
                "static int x; static void g() { x = 2; } static int f() { x = 1; g(); return x; }",
                of(),
                2,
                "the call of g left out -> 1");
        check(
                Operator.CALL,
                "static int f(String a) { return a.length(); }",
                of("abc"),
                3,
                "`0` for the result of length -> 0");
        check(
                Operator.CALL,
                "static boolean f(String a) { return a.isEmpty(); }",
                of("a"),
                false,
                "`false` for the result of isEmpty -> false",
                "`true` for the result of isEmpty -> true");
        check(
                Operator.CALL,
                "static String f(String a, String b) { return a.concat(b); }",
                of("a", "b"),
                "ab",
                "`null` for the result of concat -> null",
                "the receiver for the result of concat -> a",
                "argument 1 for the result of concat -> b");
        check(
                Operator.CALL,
                "static long f(long a, long b) { return Math.max(a, b); }",
                of(1L, 2L),
                2L,
                "`0` for the result of max -> 0",
                "argument 1 for the result of max -> 1",
                "argument 2 for the result of max -> 2");
        check(
                Operator.CALL,
                "static double f(double a, int b) { return Math.scalb(a, b); }",
                of(1.0, 2),
                4.0,
                "`0` for the result of scalb -> 0.0",
                "argument 1 for the result of scalb -> 1.0");
        check(Operator.CALL, "static Integer f(int a) { return a; }", of(1), 1);
        check(
                Operator.CALL,
                "static Object f() { return new Object().getClass(); }",
                of(),
                Object.class,
                "`null` for the result of getClass -> null");
    }

    @Test
    void callsAmongHalfMadeObjectsKeepTheirFrames() throws Exception {
        check(
                Operator.CALL,
                "static String f(String a) { return new String(new StringBuilder(a.trim()).reverse()); }",
                of("ab "),
                "ba",
                "`null` for the result of trim -> class java.lang.NullPointerException",
                "the receiver for the result of trim ->  ba",
                "`null` for the result of reverse -> class java.lang.NullPointerException",
                "the receiver for the result of reverse -> ab");
    }

    @Test
    void stepsAreReversedLeftOutOrTwiceAsLarge() throws Exception {
        check(
                Operator.INCREMENT,
                "static int f(int a) { a += 3; return a; }",
                of(10),
                13,
                "`-3` for the increment 3 of `a` -> 7",
                "the increment of `a` left out -> 10",
                "`6` for the increment 3 of `a` -> 16");
    }

    @Test
    void switchesGoToTheirDefaultOrFirstCase() throws Exception {
        check(
                Operator.SWITCH,
                "static int f(int a) { switch (a) { case 3: return 30; case 4: return 40; default: return 0; } }",
                of(4),
                40,
                "the default for the case of the switch -> 0",
                "the first case for the case of the switch -> 30");
        check(
                Operator.SWITCH,
                "static int f(int a) { switch (a) { case -9: return 1; case 2147483647: return 2; default: return 0; } }",
                of(-9),
                1,
                "the default for the case of the switch -> 0",
                "the first case for the case of the switch -> 1");
    }
}
