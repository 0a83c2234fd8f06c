package io.faultline.evosuite.search;

import java.util.ArrayList;
import java.util.List;
import org.evosuite.testcase.TestCase;
import org.evosuite.testcase.statements.ConstructorStatement;
import org.evosuite.testcase.statements.MethodStatement;
import org.evosuite.testcase.statements.NullStatement;
import org.evosuite.testcase.statements.PrimitiveStatement;
import org.evosuite.testcase.statements.Statement;
import org.evosuite.testcase.variable.VariableReference;
import org.objectweb.asm.Type;

/** The inputs of a candidate, from the statements that began. */
final class StatementInputs implements Comparison {
    @Override
    public long[] of(TestCase test, int begun) {
        return inputs(test, begun).numbers();
    }

    /** Returns the inputs of the first {@code begun} statements. */
    static Inputs inputs(TestCase test, int begun) {
        Inputs inputs = new Inputs();
        for (int at = 0; at < Math.min(begun, test.size()); at++) {
            Statement statement = test.getStatement(at);
            if (statement instanceof MethodStatement) {
                MethodStatement call = (MethodStatement) statement;
                java.lang.reflect.Method method = call.getMethod().getMethod();
                inputs.call(
                        method.getName() + Type.getMethodDescriptor(method),
                        arguments(test, call.getParameterReferences()));
            } else if (statement instanceof ConstructorStatement) {
                ConstructorStatement call = (ConstructorStatement) statement;
                java.lang.reflect.Constructor<?> made = call.getConstructor().getConstructor();
                String callee = Type.getInternalName(made.getDeclaringClass()) + Type.getConstructorDescriptor(made);
                inputs.call(callee, arguments(test, call.getParameterReferences()));
            }
        }
        return inputs;
    }

    private static List<String> arguments(TestCase test, List<VariableReference> references) {
        List<String> arguments = new ArrayList<>();
        for (VariableReference reference : references) {
            int position = reference.getStPosition();
            arguments.add(
                    reference.getAdditionalVariableReference() == null ? value(test.getStatement(position)) : null);
        }
        return arguments;
    }

    private static String value(Statement statement) {
        if (statement instanceof NullStatement) {
            return "null";
        }
        if (!(statement instanceof PrimitiveStatement)) {
            return null;
        }
        Object value = ((PrimitiveStatement<?>) statement).getValue();
        if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            return Inputs.constant(Type.getInternalName(constant.getDeclaringClass()), constant.name());
        }
        return Inputs.value(value);
    }
}
