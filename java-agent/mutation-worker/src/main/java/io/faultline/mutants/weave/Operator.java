package io.faultline.mutants.weave;

/**
 * The mutation operators. Files contain their codes: never change one, append new ones at the end, and raise
 * {@link Woven#OPERATORS_VERSION} whenever an operator finds different mutants.
 *
 * <p>Sources. <em>Mothra</em>: King and Offutt, A Fortran language system for mutation-based software testing, 1991.
 * <em>Proteum</em>: Delamaro and Maldonado, Proteum/IM 2.0, which Du et al. 2020 (IETCR) use; Agrawal et al., Design of
 * mutant operators for the C programming language, 1989. <em>PIT</em>: Coles et al., PIT: a practical mutation testing
 * tool for Java, 2016.
 */
public enum Operator {
    RELATIONAL(0, "relational", "Mothra ROR, Proteum ORRN; IETCR", new Relational()),
    ARITHMETIC(1, "arithmetic", "Mothra AOR, Proteum OAAN; IETCR", BinaryOperation.ARITHMETIC),
    LOGICAL(2, "logical", "Proteum OLLN, OCNG; IETCR", new Logical()),
    BITWISE(3, "bitwise", "Proteum OBBN; IETCR", BinaryOperation.BITWISE),
    SHIFT(4, "shift", "Proteum OSSN; IETCR", BinaryOperation.SHIFT),
    UNARY(5, "unary", "Mothra UOI, Proteum OPPO, VTWD; IETCR", new Unary()),
    CONSTANT(6, "constant", "Mothra CRP, Proteum CCCR; IETCR", new Constants()),
    DELETION(7, "deletion", "Mothra SDL, Proteum SSDL; IETCR", new Deletion()),
    CONDITION(8, "condition", "PIT NEGATE_CONDITIONALS, REMOVE_CONDITIONALS", new Condition()),
    RETURN(9, "return", "Mothra RSR, PIT RETURNS", new Returns()),
    CALL(10, "call", "Proteum SSDL, PIT VOID_METHOD_CALLS, NON_VOID_METHOD_CALLS, ARGUMENT_PROPAGATION", new Calls()),
    INCREMENT(11, "increment", "Proteum OPPO, PIT INCREMENTS", new Increments()),
    SWITCH(12, "switch", "Proteum SSWM, PIT SWITCH", new Switches());

    /** Finds the mutants of an operator. */
    interface Finder {
        /** The mutants of the instruction at {@code place}; null if there are none. */
        Change at(Place place);
    }

    /** The code in files. */
    public final int code;

    /** The name for people. */
    public final String title;

    /** The tool that introduced the operator. */
    public final String source;

    final Finder finder;

    Operator(int code, String title, String source, Finder finder) {
        this.code = code;
        this.title = title;
        this.source = source;
        this.finder = finder;
    }
}
