package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evosuite.shaded.org.objectweb.asm.ClassReader;
import org.evosuite.shaded.org.objectweb.asm.Opcodes;
import org.evosuite.shaded.org.objectweb.asm.Type;
import org.evosuite.shaded.org.objectweb.asm.tree.AbstractInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.ClassNode;
import org.evosuite.shaded.org.objectweb.asm.tree.FieldInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.InsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.IntInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.LdcInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.MethodInsnNode;
import org.evosuite.shaded.org.objectweb.asm.tree.MethodNode;
import org.evosuite.shaded.org.objectweb.asm.tree.analysis.Analyzer;
import org.evosuite.shaded.org.objectweb.asm.tree.analysis.AnalyzerException;
import org.evosuite.shaded.org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.evosuite.shaded.org.objectweb.asm.tree.analysis.BasicValue;

/** The inputs of a failing test, from the calls in its method's bytecode, whether they run or not. */
final class WrittenInputs {
    /** Packages for writing tests and assertions, whose methods are not calls of the program. */
    private static final String[] FRAMEWORKS = {
        "org/junit/",
        "junit/",
        "org/testng/",
        "org/hamcrest/",
        "org/assertj/",
        "org/mockito/",
        "com/google/common/truth/"
    };

    private WrittenInputs() {}

    /** Returns the inputs of a method by name; null if neither the class nor a superclass has it. */
    static Inputs of(String className, String method, ClassLoader loader) {
        String name = method.split("[(\\[]", 2)[0].trim();
        String next = className.replace('.', '/');
        while (next != null) {
            byte[] classFile = Sight.read(next + ".class", loader);
            if (classFile == null) {
                return null;
            }
            ClassNode node = new ClassNode();
            new ClassReader(classFile).accept(node, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            for (Object each : node.methods) {
                MethodNode code = (MethodNode) each;
                if (code.name.equals(name) && code.instructions.size() > 0) {
                    return of(node.name, code);
                }
            }
            next = node.superName;
        }
        return null;
    }

    private static Inputs of(String owner, MethodNode method) {
        Following following = new Following();
        try {
            new Analyzer<>(following).analyze(owner, method);
        } catch (AnalyzerException unreadable) {
            return null;
        }
        Inputs inputs = new Inputs();
        for (AbstractInsnNode at = method.instructions.getFirst(); at != null; at = at.getNext()) {
            List<String> arguments = following.calls.get(at);
            if (arguments != null && isProgram((MethodInsnNode) at, owner)) {
                MethodInsnNode call = (MethodInsnNode) at;
                inputs.call((call.name.equals("<init>") ? call.owner : call.name) + call.desc, arguments);
            }
        }
        return inputs;
    }

    private static boolean isProgram(MethodInsnNode call, String test) {
        boolean isProgram = !call.owner.equals(test) && !isBoxing(call);
        for (String framework : FRAMEWORKS) {
            isProgram &= !call.owner.startsWith(framework);
        }
        return isProgram;
    }

    private static boolean isBoxing(MethodInsnNode call) {
        return call.owner.startsWith("java/lang/")
                && call.name.equals("valueOf")
                && call.desc.length() > 1
                && call.desc.charAt(2) == ')';
    }

    /** A known value. */
    private static final class Known extends BasicValue {
        final String value;

        Known(Type type, String value) {
            super(type);
            this.value = value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Known && super.equals(other) && ((Known) other).value.equals(value);
        }

        @Override
        public int hashCode() {
            return value.hashCode();
        }
    }

    /** Follows constants from their definition to their use. */
    private static final class Following extends BasicInterpreter {
        final Map<AbstractInsnNode, List<String>> calls = new HashMap<>();

        Following() {
            super(Opcodes.ASM5);
        }

        @Override
        public BasicValue newOperation(AbstractInsnNode at) throws AnalyzerException {
            BasicValue value = super.newOperation(at);
            String known = written(at);
            return known == null ? value : new Known(value.getType(), known);
        }

        private static String written(AbstractInsnNode at) {
            if (at instanceof LdcInsnNode) {
                return Inputs.value(((LdcInsnNode) at).cst);
            }
            if (at instanceof IntInsnNode) {
                return Integer.toString(((IntInsnNode) at).operand);
            }
            if (at instanceof FieldInsnNode) {
                FieldInsnNode field = (FieldInsnNode) at;
                return field.desc.equals("L" + field.owner + ";") ? Inputs.constant(field.owner, field.name) : null;
            }
            return at instanceof InsnNode ? constant(at.getOpcode()) : null;
        }

        private static String constant(int opcode) {
            if (opcode == Opcodes.ACONST_NULL) {
                return "null";
            }
            if (opcode >= Opcodes.ICONST_M1 && opcode <= Opcodes.ICONST_5) {
                return Integer.toString(opcode - Opcodes.ICONST_0);
            }
            if (opcode == Opcodes.LCONST_0 || opcode == Opcodes.LCONST_1) {
                return Integer.toString(opcode - Opcodes.LCONST_0);
            }
            if (opcode >= Opcodes.FCONST_0 && opcode <= Opcodes.FCONST_2) {
                return Inputs.value((double) (opcode - Opcodes.FCONST_0));
            }
            boolean isDouble = opcode == Opcodes.DCONST_0 || opcode == Opcodes.DCONST_1;
            return isDouble ? Inputs.value((double) (opcode - Opcodes.DCONST_0)) : null;
        }

        @Override
        public BasicValue unaryOperation(AbstractInsnNode at, BasicValue value) throws AnalyzerException {
            return at.getOpcode() == Opcodes.CHECKCAST ? value : super.unaryOperation(at, value);
        }

        @Override
        public BasicValue naryOperation(AbstractInsnNode at, List<? extends BasicValue> values)
                throws AnalyzerException {
            BasicValue result = super.naryOperation(at, values);
            if (!(at instanceof MethodInsnNode)) {
                return result;
            }
            int receivers = at.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
            List<String> arguments = new ArrayList<>();
            for (BasicValue value : values.subList(receivers, values.size())) {
                arguments.add(value instanceof Known ? ((Known) value).value : null);
            }
            calls.put(at, arguments);
            boolean isKnown = isBoxing((MethodInsnNode) at) && arguments.get(0) != null;
            return isKnown ? new Known(result.getType(), arguments.get(0)) : result;
        }
    }
}
