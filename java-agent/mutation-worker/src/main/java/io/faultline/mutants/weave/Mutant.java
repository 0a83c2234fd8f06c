package io.faultline.mutants.weave;

/** One small change of one instruction. Plain data. */
public final class Mutant {
    /** Its number k in the class. */
    public final int number;

    /** Index of its method in the class file. */
    public final int method;

    public final int line;

    /** Index of its instruction in the method, not counting labels, lines and frames. */
    public final int instruction;

    /** Code of its {@link Operator}. */
    public final int operator;

    /** Index of the alternative among the operator's at this instruction. */
    public final int alternative;

    /** Description for people: {@code `!=` for `==`}. */
    public final String words;

    Mutant(int number, int method, int line, int instruction, int operator, int alternative, String words) {
        this.number = number;
        this.method = method;
        this.line = line;
        this.instruction = instruction;
        this.operator = operator;
        this.alternative = alternative;
        this.words = words;
    }
}
