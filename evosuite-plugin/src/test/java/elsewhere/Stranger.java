package elsewhere;

/** Stands for a project's class: what lies in our own packages, EvoSuite's loaders leave alone. */
public class Stranger {}
