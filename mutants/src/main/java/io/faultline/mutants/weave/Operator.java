package io.faultline.mutants.weave;

/** What mutants there are. The codes are those of files: never change one, add new ones at the end. */
public enum Operator {
    RELATIONAL(0),
    ARITHMETIC(1),
    LOGICAL(2),
    BITWISE(3),
    SHIFT(4),
    UNARY(5),
    CONSTANT(6),
    DELETION(7),
    CONDITION(8),
    RETURN(9),
    CALL(10),
    INCREMENT(11),
    SWITCH(12);

    /** As in files. */
    public final int code;

    Operator(int code) {
        this.code = code;
    }
}
