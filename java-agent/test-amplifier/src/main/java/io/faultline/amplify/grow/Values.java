package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.TypeMirror;

/** Supplies arguments for calls that a test does not contain, cycling through candidate values. */
final class Values {
    private static final String[] INTS = {"0", "1", "2", "7", "100"};
    private static final String[] DOUBLES = {"0.5", "1.0", "-2.0", "0.0", "100.0"};
    private static final String[] CHARS = {"'a'", "','", "';'", "'x'", "'-'"};

    private final List<String> strings;
    private int turn;

    /** @param strings the strings of the test */
    Values(List<String> strings) {
        this.strings = strings;
    }

    /** Arguments for a call; null if a parameter's type is unsupported. */
    List<String> of(ExecutableElement method) {
        List<String> values = new ArrayList<>();
        for (VariableElement parameter : method.getParameters()) {
            String value = of(parameter.asType());
            if (value == null || method.isVarArgs()) {
                return null;
            }
            values.add(value);
        }
        return values;
    }

    private String of(TypeMirror type) {
        int next = turn++;
        switch (type.toString()) {
            case "int":
            case "java.lang.Integer":
                return INTS[next % INTS.length];
            case "long":
                return INTS[next % INTS.length] + "L";
            case "double":
                return DOUBLES[next % DOUBLES.length];
            case "boolean":
                return Boolean.toString(next % 2 == 0);
            case "char":
            case "java.lang.Character":
                return CHARS[next % CHARS.length];
            case "java.lang.String":
            case "java.lang.CharSequence":
            case "java.lang.Object":
                return Literals.string(strings.get(next % strings.size()));
            default:
                return null;
        }
    }
}
