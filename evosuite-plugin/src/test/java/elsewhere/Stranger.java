package elsewhere;

/** A project class outside our packages, which EvoSuite's loaders ignore. */
public class Stranger {}
