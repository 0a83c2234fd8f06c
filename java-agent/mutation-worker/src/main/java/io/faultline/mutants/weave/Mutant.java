package io.faultline.mutants.weave;

/** One small change of one instruction. Plain data. */
public final class Mutant {
    /** Its number in its class, k. */
    public final int number;

    /** Index of its method among the methods of the class file. */
    public final int method;

    public final int line;

    /** Index of the instruction among those of the method; labels, lines and frames are not counted. */
    public final int instruction;

    /** Code of the operator, see {@link Operator}. */
    public final int operator;

    /** Which of the alternatives that the operator has at this instruction. */
    public final int alternative;

    /** What a person reads: {@code `!=` for `==`}. */
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
