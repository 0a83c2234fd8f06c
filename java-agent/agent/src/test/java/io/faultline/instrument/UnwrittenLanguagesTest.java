package io.faultline.instrument;

import static io.faultline.instrument.MadeClass.MADE;
import static io.faultline.instrument.MadeClass.PUBLIC;
import static io.faultline.instrument.MadeClass.STATIC;
import static io.faultline.instrument.MadeClass.annotation;
import static io.faultline.instrument.MadeClass.attribute;
import static io.faultline.instrument.MadeClass.calling;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Members that compilers of Kotlin, Scala, Groovy and AspectJ add have no lines. */
class UnwrittenLanguagesTest {
    private static final String OBJECT = "java/lang/Object";
    private static final String METADATA = "Lkotlin/Metadata;";

    private static String refusal(MadeClass type) {
        byte[] bytes = type.bytes();
        return assertThrows(Refused.class, () -> Instrumenter.plan(bytes)).getMessage();
    }

    private static Consumer<MethodVisitor> constructor(String superclass) {
        return code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, superclass, "<init>", "()V", false);
            code.visitInsn(Opcodes.RETURN);
        };
    }

    private static MadeClass kotlin(String name, String... interfaces) {
        return new MadeClass(name, OBJECT, interfaces).annotated(METADATA);
    }

    @Test
    void aKotlinClassPassesCallsOnToItsInterface() throws Exception {
        byte[] bytes = kotlin("Square", "Shape")
                .with(PUBLIC, "<init>", "()V", 9, constructor(OBJECT))
                .with(PUBLIC, "area", "()I", 9, calling("Shape$DefaultImpls", "area", "(LShape;)I"))
                .with(PUBLIC, "sides", "()I", 11, calling("Shape$DefaultImpls", "sides", "(LShape;)I"))
                .with(PUBLIC, "size", "()I", 9, calling("Shape$DefaultImpls", "sides", "(LShape;)I"))
                .bytes();
        assertEquals(
                Map.of("<init>", List.of(9), "sides", List.of(11), "size", List.of(9)),
                MadeClass.lines(bytes),
                "an override with a line of its own, and a call of another method, are a person's");
    }

    @Test
    void bodiesThatAKotlinInterfaceHoldsForOldCallersHaveNoLines() throws Exception {
        assertEquals(
                Refused.NO_CODE,
                refusal(kotlin("Shape$DefaultImpls")
                        .with(STATIC, "area", "(LShape;)I", 2, calling("Shape", "access$area$jd", "(LShape;)I"))));
        byte[] old = kotlin("Shape$DefaultImpls")
                .with(STATIC, "area", "(LShape;)I", 2, code -> {
                    code.visitInsn(Opcodes.ICONST_1);
                    code.visitInsn(Opcodes.IRETURN);
                })
                .bytes();
        assertEquals(Map.of("area", List.of(2)), MadeClass.lines(old), "without interfaces' own bodies");
    }

    @Test
    void overloadsAndStaticCopiesOfKotlinHaveNoLines() throws Exception {
        byte[] bytes = kotlin("Host")
                .with(STATIC, "f", "(LHost;)I", 5, code -> {
                    code.visitInsn(Opcodes.ICONST_1);
                    code.visitInsn(Opcodes.IRETURN);
                })
                .with(
                        PUBLIC,
                        "f",
                        "()I",
                        6,
                        calling("Host", "f$default", "(LHost;)I"),
                        annotation("Lkotlin/jvm/JvmOverloads;"))
                .with(PUBLIC, "g", "()I", 7, calling("Host", "g$default", "(LHost;)I"))
                .with(
                        STATIC,
                        "make",
                        "(LHost;)I",
                        8,
                        calling("Host$Companion", "make", "(LHost;)I"),
                        annotation("Lkotlin/jvm/JvmStatic;"))
                .bytes();
        assertEquals(Map.of("f", List.of(5), "g", List.of(7)), MadeClass.lines(bytes));
    }

    @Test
    void aKotlinClassThatSeveralFilesShareHasNoLinesOfItsOwn() throws Exception {
        byte[] bytes = kotlin("Util")
                .with(STATIC, "trim", "(LHost;)I", 1, calling("Util__TextKt", "trim", "(LHost;)I"))
                .with(STATIC, "other", "(LHost;)I", 1, calling("Util__TextKt", "trim", "(LHost;)I"))
                .with(STATIC, "cut", "(LHost;)I", 1, calling("Text", "cut", "(LHost;)I"))
                .bytes();
        assertEquals(
                Map.of("other", List.of(1), "cut", List.of(1)),
                MadeClass.lines(bytes),
                "a call of another method, or class, is a person's");
    }

    @Test
    void whatKotlinsSerialisationAddsHasNoLines() throws Exception {
        assertEquals(
                Refused.NO_CODE,
                refusal(kotlin("A$$serializer", "kotlinx/serialization/internal/GeneratedSerializer")
                        .with(PUBLIC, "<init>", "()V", 3, constructor(OBJECT))));
        assertEquals(
                Refused.NO_CODE,
                refusal(kotlin("A$Companion")
                        .with(PUBLIC, "serializer", "()Lkotlinx/serialization/KSerializer;", 3, code -> {
                            code.visitFieldInsn(Opcodes.GETSTATIC, "A$$serializer", "INSTANCE", "LA$$serializer;");
                            code.visitInsn(Opcodes.ARETURN);
                        })
                        .with(
                                MADE,
                                "write$Self$main",
                                "(LA;Lkotlinx/serialization/encoding/CompositeEncoder;)V",
                                3,
                                MadeClass::returns)));
    }

    @Test
    void accessorsThatNobodyWroteOfAKotlinPropertyHaveNoLines() throws Exception {
        Consumer<MethodVisitor> set = code -> {
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitLdcInsn("<set-?>");
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "kotlin/jvm/internal/Intrinsics",
                    "checkNotNullParameter",
                    "(Ljava/lang/Object;Ljava/lang/String;)V",
                    false);
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ALOAD, 1);
            code.visitFieldInsn(Opcodes.PUTFIELD, "Money", "cur", "Ljava/lang/String;");
            code.visitInsn(Opcodes.RETURN);
        };
        byte[] bytes = kotlin("Money")
                .with(PUBLIC, "<init>", "(JLjava/lang/String;)V", 8, constructor(OBJECT))
                .with(PUBLIC, "getCents-LD5k2zU", "()J", 8, reading("cents", "J", Opcodes.LRETURN))
                .with(
                        PUBLIC,
                        "getCur",
                        "()Ljava/lang/String;",
                        8,
                        reading("cur", "Ljava/lang/String;", Opcodes.ARETURN))
                .with(PUBLIC, "setCur", "(Ljava/lang/String;)V", 8, set)
                .with(PUBLIC, "isBig", "()Z", 8, reading("big", "Z", Opcodes.IRETURN))
                .with(PUBLIC, "getWritten", "()J", 12, reading("cents", "J", Opcodes.LRETURN))
                .with(PUBLIC, "getTwice", "()J", 8, code -> {
                    reading("cents", "J", Opcodes.NOP).accept(code);
                    code.visitInsn(Opcodes.DUP2);
                    code.visitInsn(Opcodes.LADD);
                    code.visitInsn(Opcodes.LRETURN);
                })
                .bytes();
        assertEquals(
                Map.of("<init>", List.of(8), "getTwice", List.of(8), "getWritten", List.of(12)),
                MadeClass.lines(bytes),
                "one that computes, or has a line of its own, is a person's");
    }

    /** Neither {@code var count = 0} nor {@code lateinit var owner} has a line in the constructor. */
    @Test
    void accessorsOfAKotlinPropertyThatNoConstructorSetsHaveNoLines() throws Exception {
        Consumer<MethodVisitor> later = code -> {
            reading("owner", "Ljava/lang/String;", Opcodes.DUP).accept(code);
            Label unset = new Label();
            code.visitJumpInsn(Opcodes.IFNULL, unset);
            code.visitInsn(Opcodes.ARETURN);
            code.visitLabel(unset);
            code.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/String"});
            code.visitInsn(Opcodes.POP);
            code.visitLdcInsn("owner");
            code.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    "kotlin/jvm/internal/Intrinsics",
                    "throwUninitializedPropertyAccessException",
                    "(Ljava/lang/String;)V",
                    false);
            code.visitInsn(Opcodes.ACONST_NULL);
            code.visitInsn(Opcodes.ARETURN);
        };
        byte[] bytes = kotlin("Money")
                .with(PUBLIC, "<init>", "()V", 1, constructor(OBJECT))
                .with(PUBLIC, "getCount", "()I", 9, reading("count", "I", Opcodes.IRETURN))
                .with(PUBLIC, "isOpen", "()Z", 10, reading("isOpen", "Z", Opcodes.IRETURN))
                .with(PUBLIC, "getOwner", "()Ljava/lang/String;", 11, later)
                .with(PUBLIC, "getOther", "()I", 12, reading("count", "I", Opcodes.IRETURN))
                .with(PUBLIC, "settle", "()I", 13, reading("count", "I", Opcodes.IRETURN))
                .with(PUBLIC, "getTotal", "()I", 14, reading("total", "I", Opcodes.IRETURN))
                .with(PUBLIC, "setTotal", "(I)V", 15, storing("total"))
                .bytes();
        Map<String, List<Integer>> written = Map.of(
                "<init>",
                List.of(1),
                "getOther",
                List.of(12),
                "settle",
                List.of(13),
                "getTotal",
                List.of(14),
                "setTotal",
                List.of(15));
        assertEquals(
                written, MadeClass.lines(bytes), "one that reads another field, or of two lines one, is a person's");
    }

    /** {@code net} has a body of its own in its class, {@code gross} in a trait. */
    @Test
    void onlyThatWhichComputesALazyValueOfScala3HasItsLine() throws Exception {
        byte[] bytes = scala("Book", OBJECT)
                .with(PUBLIC, "net", "()Ljava/lang/Object;", 4, calling("Book", "net$lzyINIT1", "()Ljava/lang/Object;"))
                .with(
                        Opcodes.ACC_PRIVATE,
                        "net$lzyINIT1",
                        "()Ljava/lang/Object;",
                        4,
                        calling("Prices", "net", "()Ljava/lang/Object;"))
                .with(
                        PUBLIC,
                        "gross",
                        "()Ljava/lang/Object;",
                        2,
                        calling("Book", "gross$lzyINIT2", "()Ljava/lang/Object;"))
                .with(
                        Opcodes.ACC_PRIVATE,
                        "gross$lzyINIT2",
                        "()Ljava/lang/Object;",
                        2,
                        waitingFor(calling("Priced", "gross$", "(LPriced;)Ljava/lang/Object;")))
                .with(PUBLIC, "other", "()Ljava/lang/Object;", 5, calling("Book", "net", "()Ljava/lang/Object;"))
                .bytes();
        assertEquals(Map.of("net$lzyINIT1", List.of(4), "other", List.of(5)), MadeClass.lines(bytes));
    }

    /** Threads wait for the one that computes a lazy value. */
    private static Consumer<MethodVisitor> waitingFor(Consumer<MethodVisitor> computes) {
        return code -> {
            code.visitTypeInsn(Opcodes.NEW, "scala/runtime/LazyVals$Waiting");
            code.visitInsn(Opcodes.POP);
            computes.accept(code);
        };
    }

    private static Consumer<MethodVisitor> storing(String field) {
        return code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitVarInsn(Opcodes.ILOAD, 1);
            code.visitFieldInsn(Opcodes.PUTFIELD, "Money", field, "I");
            code.visitInsn(Opcodes.RETURN);
        };
    }

    private static Consumer<MethodVisitor> reading(String field, String type, int opcode) {
        return code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, "Money", field, type);
            code.visitInsn(opcode);
        };
    }

    @Test
    void entriesOfAKotlinEnumHaveNoLines() throws Exception {
        byte[] bytes = new MadeClass("Colour", "java/lang/Enum")
                .annotated(METADATA)
                .with(STATIC, "getEntries", "()Lkotlin/enums/EnumEntries;", 8, MadeClass::returnsNull)
                .with(STATIC, "values", "()[LColour;", 8, MadeClass::returnsNull)
                .with(PUBLIC, "code", "()Ljava/lang/String;", 5, MadeClass::returnsNull)
                .bytes();
        assertEquals(Map.of("code", List.of(5)), MadeClass.lines(bytes));
    }

    @Test
    void aKotlinOrGroovyClassWithoutLinesIsTheCompilersAndAJavaClassIsNot() {
        String machine = "kotlin/coroutines/jvm/internal/ContinuationImpl";
        assertEquals(
                Refused.NO_CODE,
                refusal(new MadeClass("Host$step$1", machine)
                        .annotated(METADATA)
                        .with(PUBLIC, "invokeSuspend", "()Ljava/lang/Object;", 0, MadeClass::returnsNull)));
        assertEquals(
                Refused.NO_CODE,
                refusal(new MadeClass("Canon", OBJECT, "groovy/lang/GroovyObject")
                        .with(PUBLIC, "$getLookup", "()Ljava/lang/Object;", 0, MadeClass::returnsNull)));
        assertEquals(
                Refused.NO_LINES,
                refusal(new MadeClass("Plain", OBJECT)
                        .with(PUBLIC, "get", "()Ljava/lang/Object;", 0, MadeClass::returnsNull)));
    }

    @Test
    void bodiesOfGroovysTraitsAreAPersonsAlthoughTheClassIsMarked() throws Exception {
        byte[] bytes = new MadeClass("Fly$Trait$Helper", OBJECT, "groovy/lang/GroovyObject")
                .annotated("Lgroovy/transform/Generated;")
                .with(STATIC, "fly", "(LFly;)Ljava/lang/Object;", 4, MadeClass::returnsNull)
                .with(
                        PUBLIC,
                        "getMetaClass",
                        "()Ljava/lang/Object;",
                        4,
                        MadeClass::returnsNull,
                        annotation("Lgroovy/transform/Generated;"))
                .bytes();
        assertEquals(Map.of("fly", List.of(4)), MadeClass.lines(bytes));
    }

    @Test
    void aConstructorThatGroovyAddsHasTheLinesOfInitialisers() throws Exception {
        byte[] bytes = new MadeClass("Basket", OBJECT, "groovy/lang/GroovyObject")
                .with(PUBLIC, "<init>", "()V", 7, MadeClass::returns, annotation("Lgroovy/transform/Generated;"))
                .bytes();
        assertEquals(Map.of("<init>", List.of(7)), MadeClass.lines(bytes));
    }

    private static MadeClass scala(String name, String superclass, String... interfaces) {
        return new MadeClass(name, superclass, interfaces).marked("ScalaSig");
    }

    private static Consumer<MethodVisitor> making(String type) {
        return code -> {
            code.visitTypeInsn(Opcodes.NEW, type);
            code.visitInsn(Opcodes.DUP);
            code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
            code.visitInsn(Opcodes.ARETURN);
        };
    }

    private static void returnsNumber(MethodVisitor code) {
        code.visitInsn(Opcodes.ICONST_1);
        code.visitInsn(Opcodes.IRETURN);
    }

    @Test
    void whatScalaAddsToACaseClassHasNoLines() throws Exception {
        String text = "()Ljava/lang/String;";
        MadeClass type = scala("Pt", OBJECT, "scala/Product")
                .with(PUBLIC, "productArity", "()I", 2, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "productPrefix", text, 2, MadeClass::returnsNull)
                .with(PUBLIC, "productElement", "(I)Ljava/lang/Object;", 2, MadeClass::returnsNull)
                .with(PUBLIC, "copy", "()LPt;", 2, making("Pt"))
                .with(PUBLIC, "hashCode", "()I", 2, calling("scala/runtime/ScalaRunTime$", "_hashCode", "(LPt;)I"))
                .with(PUBLIC, "equals", "(Ljava/lang/Object;)Z", 2, code -> {
                    Label other = new Label();
                    code.visitVarInsn(Opcodes.ALOAD, 0);
                    code.visitVarInsn(Opcodes.ALOAD, 1);
                    code.visitJumpInsn(Opcodes.IF_ACMPNE, other);
                    code.visitInsn(Opcodes.ICONST_1);
                    code.visitInsn(Opcodes.IRETURN);
                    code.visitLabel(other);
                    code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
                    code.visitInsn(Opcodes.ICONST_0);
                    code.visitInsn(Opcodes.IRETURN);
                })
                .with(MADE, "$anonfun$sum$1$adapted", "()Ljava/lang/Object;", 5, MadeClass::returnsNull)
                .with(MADE, "$anonfun$sum$1", "()Ljava/lang/Object;", 5, MadeClass::returnsNull)
                .with(PUBLIC, "sum", "()I", 5, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "toString", text, 6, MadeClass::returnsNull);
        assertEquals(
                Map.of("$anonfun$sum$1", List.of(5), "sum", List.of(5), "toString", List.of(6)),
                MadeClass.lines(type.bytes()));
    }

    @Test
    void whatAPersonWroteInACaseClassIsKeptOnTheHeadersLine() throws Exception {
        MadeClass type = scala("Pt", OBJECT, "scala/Product")
                .with(PUBLIC, "productArity", "()I", 2, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "toString", "()Ljava/lang/String;", 2, MadeClass::returnsNull)
                .with(PUBLIC, "hashCode", "()I", 2, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "copy", "()LPt;", 2, MadeClass::returnsNull);
        Map<String, List<Integer>> kept = Map.of("copy", List.of(2), "hashCode", List.of(2), "toString", List.of(2));
        assertEquals(kept, MadeClass.lines(type.bytes()));
    }

    @Test
    void aCompanionThatScalaAddsIsNotRecorded() throws Exception {
        MadeClass companion = scala("Pt$", "scala/runtime/AbstractFunction1")
                .with(PUBLIC, "<init>", "()V", 2, constructor("scala/runtime/AbstractFunction1"))
                .with(PUBLIC, "apply", "(I)LPt;", 2, making("Pt"))
                .with(
                        PUBLIC,
                        "writeReplace",
                        "()Ljava/lang/Object;",
                        2,
                        making("scala/runtime/ModuleSerializationProxy"));
        assertEquals(Refused.NO_CODE, refusal(companion));
        MadeClass written = scala("Pt$", "scala/runtime/AbstractFunction1")
                .with(PUBLIC, "<init>", "()V", 9, constructor("scala/runtime/AbstractFunction1"))
                .with(PUBLIC, "apply", "(J)LPt;", 10, making("Pt"))
                .with(
                        PUBLIC,
                        "writeReplace",
                        "()Ljava/lang/Object;",
                        2,
                        making("scala/runtime/ModuleSerializationProxy"));
        assertEquals(Map.of("<init>", List.of(9), "apply", List.of(10)), MadeClass.lines(written.bytes()));
    }

    @Test
    void whatScala3AddsToACaseClassAndItsCompanionHasNoLines() throws Exception {
        MadeClass type = new MadeClass("Pt", OBJECT, "scala/Product")
                .marked("Scala")
                .with(PUBLIC, "productArity", "()I", 2, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "x", "()I", 2, reading("Pt", "x"))
                .with(PUBLIC, "other", "()I", 2, reading("Pt", "x"))
                .with(PUBLIC, "_1", "()I", 2, calling("Pt", "x", "(LPt;)I"))
                .with(STATIC, "<clinit>", "()V", 2, code -> {
                    code.visitInsn(Opcodes.ACONST_NULL);
                    code.visitMethodInsn(
                            Opcodes.INVOKESTATIC,
                            "scala/runtime/LazyVals$",
                            "getOffsetStatic",
                            "(Ljava/lang/Object;)J",
                            false);
                    code.visitFieldInsn(Opcodes.PUTSTATIC, "Pt", "OFFSET$0", "J");
                    code.visitInsn(Opcodes.RETURN);
                });
        assertEquals(Map.of("other", List.of(2)), MadeClass.lines(type.bytes()), "a name of its own is a person's");

        MadeClass companion = mirror("Pt$", "scala/deriving/Mirror$Product")
                .with(PUBLIC, "<init>", "()V", 2, constructor(OBJECT))
                .with(PUBLIC, "apply", "()LPt;", 2, making("Pt"))
                .with(PUBLIC, "unapply", "(LPt;)LPt;", 2, MadeClass::returnsNull)
                .with(PUBLIC, "fromProduct", "(Lscala/Product;)LPt;", 2, making("Pt"))
                .with(
                        PUBLIC,
                        "writeReplace",
                        "()Ljava/lang/Object;",
                        2,
                        making("scala/runtime/ModuleSerializationProxy"));
        assertEquals(Refused.NO_CODE, refusal(companion));
        MadeClass written = mirror("Pt$", "scala/deriving/Mirror$Product")
                .with(PUBLIC, "<init>", "()V", 5, constructor(OBJECT))
                .with(PUBLIC, "apply", "()LPt;", 6, making("Pt"))
                .with(PUBLIC, "fromProduct", "(Lscala/Product;)LPt;", 2, making("Pt"));
        assertEquals(Map.of("<init>", List.of(5), "apply", List.of(6)), MadeClass.lines(written.bytes()));
    }

    @Test
    void whatScala3AddsToAnEnumHasNoLines() throws Exception {
        MadeClass companion = mirror("Level$", "scala/deriving/Mirror$Sum")
                .with(PUBLIC, "fromOrdinal", "(I)LLevel;", 4, MadeClass::returnsNull)
                .with(PUBLIC, "ordinal", "(LLevel;)I", 2, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "values", "()[LLevel;", 4, MadeClass::returnsNull)
                .with(PUBLIC, "lowest", "()LLevel;", 4, MadeClass::returnsNull);
        assertEquals(
                Map.of("fromOrdinal", List.of(4), "values", List.of(4), "lowest", List.of(4)),
                MadeClass.lines(companion.bytes()),
                "a sealed type that is no enum may have methods of these names");
        MadeClass without = mirror("Shape$", "scala/deriving/Mirror$Sum")
                .with(PUBLIC, "fromOrdinal", "(I)LShape;", 4, making("java/util/NoSuchElementException"))
                .with(PUBLIC, "lowest", "()LShape;", 4, MadeClass::returnsNull);
        assertEquals(Map.of("lowest", List.of(4)), MadeClass.lines(without.bytes()));
        MadeClass value = new MadeClass("Level$$anon$1", "Level", "scala/runtime/EnumValue")
                .marked("Scala")
                .with(PUBLIC, "<init>", "()V", 3, constructor("Level"))
                .with(PUBLIC, "ordinal", "()I", 3, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "productPrefix", "()Ljava/lang/String;", 3, MadeClass::returnsNull);
        assertEquals(Map.of("<init>", List.of(3)), MadeClass.lines(value.bytes()));
    }

    @Test
    void theStaticCopyOfATraitsMethodHasNoLines() throws Exception {
        MadeClass trait = new MadeClass("Greets", OBJECT)
                .marked("Scala")
                .with(STATIC, "greet$", "(LGreets;)I", 2, calling("Greets", "greet", "(LGreets;)I"))
                .with(PUBLIC, "greet", "()I", 3, UnwrittenLanguagesTest::returnsNumber);
        assertEquals(Map.of("greet", List.of(3)), MadeClass.lines(trait.bytes()));
    }

    private static MadeClass mirror(String name, String kind) {
        return new MadeClass(name, OBJECT, kind).marked("Scala");
    }

    private static Consumer<MethodVisitor> reading(String owner, String field) {
        return code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, owner, field, "I");
            code.visitInsn(Opcodes.IRETURN);
        };
    }

    /** An object that extends a trait; one with a value of its own; and one that does something as it is made. */
    @Test
    void whatMakesAScalaObjectHasNoLinesUnlessItDoesMore() throws Exception {
        Consumer<MethodVisitor> makes = code -> {
            making("Us$").accept(new MethodVisitor(Opcodes.ASM9, code) {
                @Override
                public void visitInsn(int opcode) {
                    if (opcode == Opcodes.ARETURN) {
                        visitFieldInsn(Opcodes.PUTSTATIC, "Us$", "MODULE$", "LUs$;");
                    } else {
                        super.visitInsn(opcode);
                    }
                }
            });
            code.visitFieldInsn(Opcodes.GETSTATIC, "Us$", "MODULE$", "LUs$;");
            code.visitMethodInsn(Opcodes.INVOKESTATIC, "Tr", "$init$", "(LTr;)V", true);
        };
        Consumer<MethodVisitor> stores = code -> {
            code.visitInsn(Opcodes.ICONST_1);
            code.visitFieldInsn(Opcodes.PUTSTATIC, "Us$", "size", "I");
        };
        Consumer<MethodVisitor> calls =
                code -> code.visitMethodInsn(Opcodes.INVOKESTATIC, "Log", "start", "()V", false);
        Map<String, List<Integer>> constructor = Map.of("<init>", List.of(4));
        Map<String, List<Integer>> both = Map.of("<init>", List.of(4), "<clinit>", List.of(4));
        assertEquals(constructor, MadeClass.lines(object(makes)));
        assertEquals(both, MadeClass.lines(object(makes.andThen(stores))));
        assertEquals(both, MadeClass.lines(object(makes.andThen(calls))));
        assertEquals(
                Refused.NO_CODE, refusal(scala("Tr", OBJECT).with(STATIC, "$init$", "(LTr;)V", 3, MadeClass::returns)));
        byte[] trait = scala("Tr", OBJECT)
                .with(STATIC, "$init$", "(LTr;)V", 3, calls.andThen(MadeClass::returns))
                .bytes();
        assertEquals(Map.of("$init$", List.of(3)), MadeClass.lines(trait));
    }

    private static byte[] object(Consumer<MethodVisitor> initialiser) {
        return scala("Us$", OBJECT, "Tr")
                .with(PUBLIC, "<init>", "()V", 4, constructor(OBJECT))
                .with(STATIC, "<clinit>", "()V", 4, initialiser.andThen(MadeClass::returns))
                .bytes();
    }

    @Test
    void forwardersToMethodsOfTraitsHaveNoLines() throws Exception {
        byte[] bytes = scala("Us", OBJECT, "Tr")
                .with(PUBLIC, "<init>", "()V", 4, constructor(OBJECT))
                .with(PUBLIC, "f", "()I", 4, calling("Tr", "f$", "(LTr;)I"))
                .with(PUBLIC, "g", "()I", 6, calling("Tr", "g$", "(LTr;)I"))
                .bytes();
        assertEquals(Map.of("<init>", List.of(4), "g", List.of(6)), MadeClass.lines(bytes));
        assertEquals(
                Refused.NO_CODE,
                refusal(scala("Tr", OBJECT).with(MADE, "f$", "(LTr;)I", 2, calling("Tr", "f", "(LTr;)I"))));
    }

    /** As of {@code trait Tr { val legs = 4; lazy val loud = name.toUpperCase }}. */
    @Test
    void whatAClassHasOfTheValuesOfTraitsHasNoLines() throws Exception {
        Consumer<MethodVisitor> reads = code -> {
            code.visitVarInsn(Opcodes.ALOAD, 0);
            code.visitFieldInsn(Opcodes.GETFIELD, "Us", "legs", "I");
            code.visitInsn(Opcodes.IRETURN);
        };
        byte[] bytes = scala("Us", OBJECT, "Tr")
                .with(PUBLIC, "<init>", "()V", 4, constructor(OBJECT))
                .with(PUBLIC, "legs", "()I", 4, reads)
                .with(PUBLIC, "Tr$_setter_$legs_$eq", "(I)V", 4, MadeClass::returns)
                .with(PUBLIC, "loud$lzycompute", "()I", 4, calling("Tr", "loud$", "(LTr;)I"))
                .with(PUBLIC, "loud", "()I", 4, calling("Us", "loud$lzycompute", "(LUs;)I"))
                .with(PUBLIC, "own", "()I", 4, reads)
                .with(PUBLIC, "late$lzycompute", "()I", 7, UnwrittenLanguagesTest::returnsNumber)
                .with(PUBLIC, "late", "()I", 7, calling("Us", "late$lzycompute", "(LUs;)I"))
                .bytes();
        Map<String, List<Integer>> own = Map.of(
                "<init>", List.of(4), //
                "own", List.of(4),
                "late", List.of(7),
                "late$lzycompute", List.of(7));
        assertEquals(own, MadeClass.lines(bytes));
    }

    @Test
    void aMirrorOfAScalaObjectIsNotReported() {
        assertEquals(
                Refused.NO_CODE,
                refusal(scala("Obj", OBJECT).with(STATIC, "apply", "()Ljava/lang/Object;", 0, MadeClass::returnsNull)));
    }

    @Test
    void whatAspectJAddsForMembersThatAnAspectDeclaresHasNoLines() throws Exception {
        String body = "ajc$interMethod$p_Aspect$T$f";
        byte[] bytes = new MadeClass("T", OBJECT)
                .with(PUBLIC, "f", "()I", 1, calling("p/Aspect", body, "(LT;)I"))
                .with(PUBLIC, "g", "()I", 1, calling("p/Aspect", "make", "(LT;)I"))
                .with(MADE, "ajc$get$name", "(LT;)Ljava/lang/Object;", 1, MadeClass::returnsNull)
                .with(MADE, "ajc$set$name", "(LT;Ljava/lang/Object;)V", 1, MadeClass::returns)
                .bytes();
        assertEquals(Map.of("g", List.of(1)), MadeClass.lines(bytes));
    }

    @Test
    void anInitialiserThatOnlyMakesWhatAspectJNeedsHasNoLines() throws Exception {
        assertEquals(Map.of("f", List.of(3)), MadeClass.lines(woven("ajc$preClinit")));
        assertEquals(Map.of("f", List.of(3)), MadeClass.lines(woven("ajc$postClinit")));
        assertEquals(Map.of("<clinit>", List.of(1), "f", List.of(3)), MadeClass.lines(woven("register")));
    }

    @Test
    void theInitialiserOfAnAspectWithStaticFieldsHasLinesOfItsSourceAndNoneIsAPersons() throws Exception {
        byte[] bytes = new MadeClass("Log", OBJECT)
                .holding("ajc$initFailureCause", "Ljava/lang/Throwable;")
                .with(PUBLIC, "ajc$before$Log$1$656d99ae", "()Ljava/lang/Object;", 5, MadeClass::returnsNull)
                .with(STATIC, "<clinit>", "()V", 2, code -> {
                    code.visitMethodInsn(Opcodes.INVOKESTATIC, "Log", "ajc$postClinit", "()V", false);
                    Assembled.line(code, 3);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        assertEquals(Map.of("ajc$before$Log$1$656d99ae", List.of(5)), MadeClass.lines(bytes));
    }

    private static byte[] woven(String called) throws Exception {
        return new MadeClass("T", OBJECT)
                .with(PUBLIC, "f", "()Ljava/lang/Object;", 3, MadeClass::returnsNull)
                .with(STATIC, "<clinit>", "()V", 1, code -> {
                    code.visitMethodInsn(Opcodes.INVOKESTATIC, "T", called, "()V", false);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
    }

    @Test
    void whatAspectJMakesAroundAnAdvisedMethodHasNoLinesAndItsBodyKeepsThem() throws Exception {
        String declared = "org.aspectj.weaver.MethodDeclarationLineNumber";
        byte[] bytes = new MadeClass("T", OBJECT)
                .with(PUBLIC, "f", "()Ljava/lang/Object;", 1, MadeClass::returnsNull, attribute(declared, 3, 60))
                .with(PUBLIC, "g", "()Ljava/lang/Object;", 9, MadeClass::returnsNull, attribute(declared, 8, 90))
                .with(MADE, "f_aroundBody0", "(LT;)Ljava/lang/Object;", 4, MadeClass::returnsNull)
                .with(MADE, "f_aroundBody1$advice", "(LT;)Ljava/lang/Object;", 7, MadeClass::returnsNull)
                .with(MADE, "ajc$preClinit", "()V", 1, MadeClass::returns)
                .with(
                        STATIC,
                        "aspectOf",
                        "()Ljava/lang/Object;",
                        1,
                        MadeClass::returnsNull,
                        attribute("org.aspectj.weaver.AjSynthetic"))
                .bytes();
        assertEquals(Map.of("f_aroundBody0", List.of(4), "g", List.of(9)), MadeClass.lines(bytes));
        assertEquals(
                Refused.NO_CODE,
                refusal(new MadeClass("T$AjcClosure1", "org/aspectj/runtime/internal/AroundClosure")
                        .with(PUBLIC, "run", "()Ljava/lang/Object;", 1, MadeClass::returnsNull)));
    }
}
