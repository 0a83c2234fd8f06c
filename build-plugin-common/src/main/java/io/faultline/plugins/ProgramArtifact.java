package io.faultline.plugins;

/** The program as an artefact of a release, with a platform as its classifier: for plugins whose jar does not have it. */
public final class ProgramArtifact {
    public static final String GROUP = "io.faultline";
    public static final String NAME = "faultline-program";
    /** The bare file, as that of other programs that builds fetch; also where no program's name ends so. */
    public static final String TYPE = "exe";

    private ProgramArtifact() {}
}
